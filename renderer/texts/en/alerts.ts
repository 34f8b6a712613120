export const alerts = {
  alarm: 'ALARM',
  armedCue: 'Armed',
  armed: 'ARMED',
  lacksData: (why: string) => `It lacks data: ${why}`,
  pressAgain: (cue: string) => `${cue}: the same press again fires this cue.`,
  times: (count: number) => `(${count} times)`,
};
