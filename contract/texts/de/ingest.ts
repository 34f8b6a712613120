import type { DeskTexts } from '../language.ts';

const sameParts: Readonly<Record<string, string>> = {
  id: 'dieselbe ID',
  number: 'dieselbe Nummer',
  name: 'denselben Namen',
};

export const ingest: DeskTexts['ingest'] = {
  or: ' oder ',
  states: 'In, Out, Out1, Out2 oder none',
  mostCharacters: (most) => `höchstens ${most} Zeichen`,
  oneOf: (choices) => `eins von ${choices}`,
  time: 'eine Zeit wie 8 oder 1,5 oder 1:05, höchstens ein Tag',
  yesOrNo: 'yes oder no',
  expected: (column, expected, got) => `${column}: erwartet ${expected}, gefunden ${got}`,
  twice: (column, meaning) => `${column}: Eine andere Spalte dieser Zeile ist auch ${meaning}`,
  renumbered: (file, cues) => `${file} hat Nummern vorhandener Cues. Diese bekommen neue: ${cues}.`,
  newNumber: (cue, number) => `${cue} ist ${number}`,
  editsStay: (file, cues) => `${file} wurde importiert. Hier bearbeitet und beibehalten: ${cues}.`,
  row: (row) => `Zeile ${row}`,
  sameAs: (row, part) =>
    `Zeile ${row} hat ${sameParts[part] ?? `dasselbe (${part})`}. Jedem Cue eine eigene ID oder Nummer geben`,
  partsAlone: 'Eine Zeile ohne Nummer gehört zum Cue darüber. Zeiten und Gruppe stehen nur dort',
  namedAlready: (graphic) => `Der Cue darüber nennt ${graphic} schon`,
  noGraphicFor: (column) => `${column}: Die Zeile nennt keine Grafik, die dieses Feld haben könnte`,
  noSuchField: (column, graphic) => `${column}: ${graphic} hat dieses Feld nicht`,
  tooMany: (most) => `Es gibt mehr als ${most} Cues`,
  button: 'erwartet x zum Drücken dieser Schaltfläche',
  timer: (commands) => `erwartet eins von ${commands} oder eine Zeit wie 45:00 oder 45:00 pause`,
  lostMedia: (address) =>
    `Ausgabeseiten finden nichts unter ${address}. Die Datei hochladen und ihre neue Adresse eintragen`,
  severalFields: (column, graphic, ids) =>
    `${column}: Mehrere Felder von ${graphic} haben diesen Titel. Die ID von einem schreiben: ${ids}`,
  noGraphic: (name) => `In dieser Show heißt keine Grafik ${name}`,
  severalGraphics: (count, name, addresses) =>
    `${count} Grafiken heißen ${name}. Die Adresse der richtigen angeben: ${addresses}`,
  dropFolder: (text) => `Eingangsordner: ${text}`,
  whenUnlocked: 'Wird importiert, sobald die Show entsperrt ist.',
  moreWrong: (count) => (count === 1 ? ' Dazu 1 weiterer Fehler.' : ` Dazu ${count} weitere Fehler.`),
  nothingImported: (file, problem, more) => `${file}: ${problem}${more} Nichts wurde importiert.`,
  hasCues: (rundown, cues) =>
    `Aus dieser Datei schon im Ablauf ${rundown}: ${cues}. In diesen Ablauf importieren oder dort löschen`,
  noRundown: (members) =>
    `Das ist kein Ablauf: Die Liste „groups“ fehlt${members.length === 0 ? '' : `, vorhanden: ${members.join(', ')}`}. Die Tabelle als CSV speichern`,
  atRow: (row, text) => `Zeile ${row}: ${text}.`,
  sameIds: (id) => `Zwei Cues haben die ID oder die Nummer ${id}`,
  step: (cue, step) => `Cue ${cue}, Schritt ${step}`,
  noField: (graphic, field) => `${graphic} hat kein Feld ${field}`,
  fields: (fields) => `Feld ${fields.join(', ')}`,
  emptied: (as, cells) => `${cells} geleert: ${as}`,
  goesOutAfter: 'Geht aus nach',
  follow: 'Was folgt',
  manyFiles: (path, most) => `${path} hat mehr als ${most} Dateien. Nur die ersten werden importiert.`,
  folder: (path, problem) => `Der Ordner ${path} ${problem}.`,
};
