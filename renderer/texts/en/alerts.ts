export const alerts = {
  alarm: 'ALARM',
  armedCue: 'Armed',
  armed: 'ARMED',
  pressAgain: (cue: string) => `${cue}: the same press again fires this cue.`,
  times: (count: number) => `(${count} times)`,
};
