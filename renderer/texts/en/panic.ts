/** The words of `renderer/panic/`. */
export const panic = {
  group: 'Panic',
  panic: 'PANIC',
  panicApp: (app: string) => `Panic: take everything of ${app} out`,
  allApps: 'ALL APPS',
  allOut: 'ALL OUT',
  panicAll: 'Panic: take everything out',
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  confirmed: (count: number, milliseconds: number) => `${count} out, confirmed after ${milliseconds} ms.`,
  failed: (names: string, reason: string) => `NOT OUT: ${names}. ${reason}`,
  unknown: (names: string, reason: string) => `MAY STILL BE ON AIR: ${names}. ${reason}`,
  allInstances: 'all app instances',
  panicOf: (target: string) => `Panic, ${target}`,
  notSent: (reason: string) => `NOT SENT: ${reason}`,
  noApp: 'The desk controls no app instance, so nothing was sent.',
  pending: 'sent, not confirmed yet',
};
