export const keys = {
  takenBySystem: 'the system or another program has it.',
  noWindow: 'a desk without a window of its own hears no other keyboard.',
  inDeskOnly: (key: string, reason: string) => `The key ${key} works in the desk only: ${reason}`,
  goneWhileHeld:
    'It was unplugged before the panic was held for long enough, so nothing was sent. Press PANIC on a screen.',
  tooSoon: 'The second press came too soon after the one that armed the key.',
  problem: (key: string, problem: string) => `The key ${key} ${problem}.`,
  twice: (key: string) => `The key ${key} is mapped twice; its first mapping counts.`,
  metaTwice: (key: string) =>
    `The key ${key} must be pressed twice: with Meta (Command) the desk does not hear how long it is held.`,
  graphicGone: (key: string) => `The key ${key} is mapped to a graphic that is not in this show.`,
  lacksField: (key: string, field: string, graphic: string) =>
    `The key ${key} is mapped to a ${field} that ${graphic} does not have.`,
  cueGone: (key: string) => `The key ${key} is mapped to a cue that is gone.`,
  rundownGone: (key: string) => `The key ${key} is mapped to a rundown that is gone.`,
  lookGone: (key: string, look: string) => `The key ${key} is mapped to the look ${look}, which is gone.`,
  unanswered: (key: string) =>
    `The key ${key} did nothing: its screen did not answer, so it is not known how it was pressed.`,
  did: (key: string, message: string) => `The key ${key}: ${message}`,
};
