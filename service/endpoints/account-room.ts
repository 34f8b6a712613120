import { OverlayError } from '../../contract/errors.ts';
import type { Work } from '../work.ts';

/** Throws `account-full`. */
export function needRoom(accountId: number, bytes: number, { store, terms }: Work): void {
  const { maxAccount } = terms.limits;
  if (maxAccount > 0 && store.accountBytes(accountId) + bytes > maxAccount) throw new OverlayError('account-full');
}

/** Stores nothing and throws `account-full` if the write exceeds the account's room. */
export function storeInRoom<Result>(accountId: number, work: Work, write: () => Result): Result {
  const { store, commits } = work;
  const { maxAccount } = work.terms.limits;
  if (maxAccount === 0) return commits.exclusive(write);
  return commits.exclusive(() => {
    const before = store.accountBytes(accountId);
    const result = write();
    const after = store.accountBytes(accountId);
    if (after > maxAccount && after > before) throw new OverlayError('account-full');
    return result;
  });
}
