import type { DeskTexts } from '../language.ts';

export const undo: DeskTexts['undo'] = {
  none: {
    take: 'Nichts rückgängig zu machen.',
    values: 'Nichts rückgängig zu machen.',
    panic: 'Nichts zurückzuholen.',
  },
  changedNothing: (action) => `${action} hat nichts geändert, also gibt es nichts rückgängig zu machen.`,
  goneFromShow: 'Nicht rückgängig zu machen: Es ist nicht mehr in der Show.',
  lostPart: (graphic) => `Nicht rückgängig zu machen: In der Grafik ${graphic} fehlt, was geändert wurde.`,
  itsState: 'Zustand',
  changedSince: (graphic, part) => `Nicht rückgängig zu machen: Seither geändert wurde ${graphic}, ${part}.`,
  readAnew:
    'Nicht rückgängig zu machen: Die Show wurde seither neu gelesen, deshalb kennt der Desk die Änderungen nicht.',
  more: (count) => `und ${count} weitere`,
  list: (steps, undoes, who) => `${steps} (${undoes}, von ${who})`,
  bringBack: 'Zurückholen',
  // Trap: the press comes last. The desk reads the words before it to find an undo again.
  undo: (press) => `Rückgängig: ${press}`,
  redo: (press) => `Wiederholen: ${press}`,
  step: (graphic, state) => `${graphic} auf ${state}`,
};
