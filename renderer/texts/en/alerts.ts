export const alerts = {
  panicReport: 'Panic',
  panic: 'PANIC',
  alarm: 'ALARM',
  armedCue: 'Armed',
  armed: 'ARMED',
  pressAgain: (cue: string) => `${cue}: the same press again fires this cue.`,
  times: (count: number) => `(${count} times)`,
  more: (count: number) => `and ${count} more`,
  whichOneIsThis: 'Which one is this?',
};
