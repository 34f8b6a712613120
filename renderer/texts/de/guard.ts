import type { Texts } from '../texts.ts';

export const guard: Texts['guard'] = {
  short: {
    free: 'halten/2×',
    held: 'halten …',
    armed: 'nochmal',
    tooFast: 'zu schnell',
  },
  how: {
    free: 'halten oder zweimal drücken',
    held: 'weiter halten',
    armed: 'noch einmal drücken',
    tooFast: 'zu schnell, noch einmal drücken',
  },
  keys: 'Gehaltene oder scharfe Tasten',
  hold: 'HALTEN',
  armed: 'SCHARF',
  holdFor: (seconds) => `${seconds} s halten`,
  pressTwice: 'zweimal drücken',
};
