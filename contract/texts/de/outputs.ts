import type { DeskTexts } from '../language.ts';
import { oldestChromium } from '../../service-api/output-page.ts';

export const outputs: DeskTexts['outputs'] = {
  none: 'Keine Ausgabeseite zeichnet diese Show.',
  dropsFrames: (page) => `${page} verliert Bilder.`,
  behind: (page) => `${page} zeigt die neueste Änderung nicht.`,
  tooOld: (page, engine) =>
    `${page} zeichnet nichts: ${engine} ist zu alt. Die Seite braucht Chromium ${oldestChromium}.`,
  otherSide: 'Die Ausgabeseite zeigt die andere Seite von Haupt und Reserve.',
  noPage: (output) => `Keine Ausgabeseite zeichnet den Output ${output}.`,
  pages: { output: 'Output', monitor: 'Programmbild', preview: 'Vorschau' },
  fails: (page, failure) => `${page}: ${failure}`,
  misses: (page, source, reason) => `${page}: Es fehlt ${source}: ${reason}`,
  fieldOf: (field, graphic) => `${field} von ${graphic}`,
};
