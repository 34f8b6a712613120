import type { Texts } from '../texts.ts';

export const alerts: Texts['alerts'] = {
  alarm: 'ALARM',
  armedCue: 'Scharf',
  armed: 'SCHARF',
  lacksData: (why) => `Daten fehlen: ${why}`,
  pressAgain: (cue) => `${cue}: Noch einmal drücken löst diesen Cue aus.`,
  times: (count) => `(${count}-mal)`,
};
