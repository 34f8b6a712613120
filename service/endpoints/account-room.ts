import { OverlayError } from '../../contract/errors.ts';
import type { Work } from './handler.ts';

type RoomWork = Pick<Work, 'store' | 'commits' | 'maxAccount'>;

/** Throws `account-full` if an account has no room for so many bytes more. */
export function needRoom(accountId: number, bytes: number, { store, maxAccount }: Omit<RoomWork, 'commits'>): void {
  if (maxAccount > 0 && store.accountBytes(accountId) + bytes > maxAccount) throw new OverlayError('account-full');
}

/** Runs a write of an account. If the account has grown beyond its room by it, nothing is stored: throws `account-full`. */
export function storeInRoom<Result>(accountId: number, work: RoomWork, write: () => Result): Result {
  const { store, commits, maxAccount } = work;
  if (maxAccount === 0) return commits.exclusive(write);
  return commits.exclusive(() => {
    const before = store.accountBytes(accountId);
    const result = write();
    const after = store.accountBytes(accountId);
    if (after > maxAccount && after > before) throw new OverlayError('account-full');
    return result;
  });
}
