import type { InstanceStatus } from '@companion-module/base';
import { isTrusted, type KnownDesk } from './known.ts';

/** Companion's status of the connection, and the word of the variable `connection`. */
export interface ModuleStatus {
  status: keyof typeof InstanceStatus;
  word: string;
  reason: string;
}

export function statusOf(known: KnownDesk): ModuleStatus {
  const { link } = known;
  switch (link.is) {
    case 'off':
      return { status: 'BadConfig', word: 'not set up', reason: link.reason };
    case 'connecting':
      return { status: 'Connecting', word: 'connecting', reason: '' };
    case 'gone':
      return { status: 'Disconnected', word: 'desk gone', reason: link.reason };
    case 'unreadable':
      return { status: 'UnknownError', word: 'not understood', reason: link.reason };
    case 'refused':
      return refused(link);
    case 'open':
      return serviceStatus(known);
  }
}

function refused({ status, reason }: { status: number; reason: string }): ModuleStatus {
  if (status === 401) return { status: 'AuthenticationFailure', word: 'wrong token', reason };
  if (status === 403) return { status: 'InsufficientPermissions', word: 'not allowed', reason };
  return { status: 'ConnectionFailure', word: 'refused', reason };
}

function serviceStatus(known: KnownDesk): ModuleStatus {
  const apps = known.state?.apps ?? [];
  const lost = apps.filter(({ key }) => !isTrusted(known, key));
  if (lost.length === 0) return { status: 'Ok', word: 'ok', reason: '' };
  const reason = lost
    .map(({ name, connection }) => `${name}: ${connection.reason || 'Nothing was confirmed for some seconds.'}`)
    .join(' ');
  return { status: lost.length === apps.length ? 'ConnectionFailure' : 'UnknownWarning', word: 'service lost', reason };
}
