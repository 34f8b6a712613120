import type { DeskTexts } from '../language.ts';

export const guard: DeskTexts['guard'] = {
  twice: (action, time) => `${action}, ${time}. Der zweite Druck wurde abgelehnt.`,
  undone: (press, time) => `${press}: ${time} gedrückt. Rückgängig galt dem Stand davor und wurde abgelehnt.`,
  taken: (graphic, state, time) => `${graphic} kam ${time} auf ${state}, also wurde der zweite Druck abgelehnt.`,
  changed: (graphic, now, before) =>
    `${graphic} ist jetzt ${now} und nicht mehr ${before}, also wurde der Druck abgelehnt.`,
  elsewhere: (graphic, time) => `${graphic} wurde ${time} anderswo geändert, also wurde der Druck abgelehnt.`,
  byItself: (graphic, time) => `${graphic} ging ${time} von selbst aus, also wurde der Druck abgelehnt.`,
  ago: (milliseconds) => `vor ${milliseconds} ms`,
  later: (milliseconds) => `${milliseconds} ms später`,
};
