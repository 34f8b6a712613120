import type { DeskTexts } from '../language.ts';

export const settings: DeskTexts['settings'] = {
  newer: 'eine neuere Version von Overlay Desk hat sie geschrieben',
  unreadable: (file, reason, kept) => `${file} war nicht lesbar (${reason}). ${kept}`,
  line: (line) => `, Zeile ${line}`,
  leftOut: (place, problem) => `${place}: ${problem}. Wird ausgelassen.`,
  unwritable: (file, reason) => `${file} war nicht schreibbar (${reason}). Änderungen gelten nur, bis der Desk endet.`,
  leftUnreadable: (file, reason) =>
    `${file} war nicht lesbar (${reason}). Die Datei bleibt, wie sie ist, also wird nichts gespeichert. Die Kopie von vor dem Update zurückholen.`,
  setAside: (file) => `Die Datei bleibt als ${file} erhalten; der Desk läuft ohne sie weiter.`,
  notSaved: (reason) =>
    `Die Datei bleibt, wie sie ist (${reason}). Bis zum Neustart des Desks wird nichts gespeichert.`,
};
