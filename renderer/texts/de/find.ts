import type { Texts } from '../texts.ts';

export const find: Texts['find'] = {
  find: 'Suchen',
  hint: 'Suchen (Ctrl+K): Grafiken, Cues, Seiten, Dialoge',
  placeholder: 'Grafik, Cue oder Seite',
  nothing: 'Nichts gefunden.',
  kinds: { graphic: 'Grafik', cue: 'Cue', page: 'Seite', part: 'Öffnen' },
  noName: 'ohne Namen',
};
