export const panic = {
  group: 'Panic',
  panic: 'PANIC',
  panicApp: (app: string) => `Panic: take everything of ${app} out`,
  allApps: 'ALL APPS',
  allOut: 'ALL OUT',
  panicAll: 'Panic: take everything out',
  confirmed: (names: string, milliseconds: number) =>
    `${names === '' ? 'All out' : `Out: ${names}`}, confirmed after ${milliseconds} ms.`,
  failed: (names: string, reason: string) => `NOT OUT${names === '' ? '' : `: ${names}`}. ${reason}`,
  unknown: (names: string, reason: string) => `MAY STILL BE ON AIR${names === '' ? '' : `: ${names}`}. ${reason}`,
  allInstances: 'all app instances',
  panicOf: (target: string) => `Panic, ${target}`,
  notAnswered: 'The desk has not answered for two seconds.',
  notSent: (reason: string) => `NOT SENT: ${reason}`,
  noApp: 'The desk controls no app instance, so nothing was sent.',
  pending: 'sent, not confirmed yet',
  bringBack: 'BRING BACK',
  whatWentOut: 'what went out',
  bringBackNames: (names: string) => `Bring back ${names}`,
  bringsBack: (names: string) =>
    `Bring back takes In again: ${names}. Running cues, automatic outs and sounds do not come back.`,
};
