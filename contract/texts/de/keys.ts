import type { DeskTexts } from '../language.ts';

export const keys: DeskTexts['keys'] = {
  takenBySystem: 'Das System oder ein anderes Programm hat sie.',
  noWindow: 'Ein Desk ohne eigenes Fenster hört keine andere Tastatur.',
  inDeskOnly: (key, reason) => `Die Taste ${key} gilt nur im Desk: ${reason}`,
  goneWhileHeld:
    'Das Gerät wurde getrennt, bevor die Panik lange genug gehalten war. Nichts wurde gesendet. PANIK auf einem Bildschirm drücken.',
  tooSoon: 'Der zweite Druck kam zu schnell nach dem Scharfmachen.',
  problem: (key, problem) => `Die Taste ${key} ${problem}.`,
  twice: (key) => `Die Taste ${key} ist doppelt belegt, die erste Belegung gilt.`,
  metaTwice: (key) =>
    `Die Taste ${key} muss zweimal gedrückt werden: Mit Meta (Command) hört der Desk nicht, wie lange sie gehalten wird.`,
  graphicGone: (key) => `Die Taste ${key} ist mit einer Grafik belegt, die nicht in dieser Show ist.`,
  lacksField: (key, field, graphic) =>
    `Die Taste ${key} ist mit einem Feld belegt, das ${graphic} nicht hat (${field}).`,
  cueGone: (key) => `Die Taste ${key} ist mit einem Cue belegt, den es nicht mehr gibt.`,
  rundownGone: (key) => `Die Taste ${key} ist mit einem Ablauf belegt, den es nicht mehr gibt.`,
  lookGone: (key, look) => `Die Taste ${key} ist mit dem Look ${look} belegt, den es nicht mehr gibt.`,
  unanswered: (key) =>
    `Die Taste ${key} hat nichts ausgelöst: Ihr Bildschirm hat nicht geantwortet, also ist unbekannt, wie sie gedrückt wurde.`,
  did: (key, message) => `Die Taste ${key}: ${message}`,
};
