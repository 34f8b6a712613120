import type { DeskTexts } from '../language.ts';

const taken: Readonly<Record<string, string>> = {
  In: 'eingeblendet',
  Out: 'ausgeblendet',
  'Out 1': 'mit Aus 1 ausgeblendet',
  'Out 2': 'mit Aus 2 ausgeblendet',
};
const states: Readonly<Record<string, string>> = { In: 'Ein', Out: 'Aus', 'Out 1': 'Aus 1', 'Out 2': 'Aus 2' };
const named = (state: string): string => states[state] ?? state;

export const guard: DeskTexts['guard'] = {
  twice: (action, time) => `${action}, ${time}. Der zweite Druck wurde abgelehnt.`,
  undone: (press, time) => `${press}: ${time} gedrückt. Rückgängig galt dem Stand davor und wurde abgelehnt.`,
  taken: (graphic, state, time) =>
    `${graphic} wurde ${time} ${taken[state] ?? `auf ${state} gesetzt`}, also wurde der zweite Druck abgelehnt.`,
  changed: (graphic, now, before) =>
    `${graphic} ist jetzt ${named(now)} und nicht mehr ${named(before)}, also wurde der Druck abgelehnt.`,
  elsewhere: (graphic, time) => `${graphic} wurde ${time} anderswo geändert, also wurde der Druck abgelehnt.`,
  byItself: (graphic, time) => `${graphic} ging ${time} von selbst aus, also wurde der Druck abgelehnt.`,
  ago: (milliseconds) => `vor ${milliseconds} ms`,
  later: (milliseconds) => `${milliseconds} ms später`,
};
