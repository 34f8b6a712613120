import type { DeskTexts } from '../language.ts';

export const show: DeskTexts['show'] = {
  file: (day) => `Show ${day}.overlayshow`,
  packFile: (day) => `Show mit Dateien ${day}.overlayshow`,
  arrange: 'Bildschirm anordnen',
  ofRundowns: (edit) => `${edit} (Abläufe)`,
  backTo: (time) => `Zurück zum Stand von ${time} UTC`,
  unreadableVersion: (reason) => `Dieser Stand ist nicht lesbar: ${reason}.`,
  nothingNames: 'Nichts in der Show nennt es noch.',
  import: (parts) => `Importieren: ${parts}`,
  parts: {
    compositions: (count) =>
      count === 1 ? 'Komposition einer App-Instanz' : `Kompositionen von ${count} App-Instanzen`,
    rundowns: (count) => (count === 1 ? '1 Ablauf' : `${count} Abläufe`),
    looks: (count) => (count === 1 ? '1 Look' : `${count} Looks`),
    data: () => 'Live-Daten',
    keys: (count) => (count === 1 ? '1 Taste' : `${count} Tasten`),
    controls: (count) => (count === 1 ? '1 Bedienelement' : `${count} Bedienelemente`),
    layout: () => 'Aufteilung des Bildschirms',
  },
  unusable: (reason) => `Die Showdatei ist nicht verwendbar: ${reason}.`,
  fileLacks: (path) => `In der Datei fehlt ${path}.`,
  instancesStay: (instances) =>
    `Diese App-Instanzen bleiben im Dienst dieses Desks, dort benutzt sie nichts: ${instances}.`,
  bringAlong: '„Alles einpacken“ nimmt sie mit, sonst selbst mitbringen.',
  unusableFile: (reason) => `Die Showdatei ist nicht verwendbar: ${reason}`,
  layoutLeftOut: (problem) => `Aufteilung: ${problem}. Wird ausgelassen.`,
  moreLeftOut: (count) =>
    count === 1
      ? '1 weiterer Eintrag ist falsch und wird ausgelassen.'
      : `${count} weitere Einträge sind falsch und werden ausgelassen.`,
  repair: (count) => (count === 1 ? 'Einen Namen reparieren' : `${count} Namen reparieren`),
  changedByOther:
    'wurde von einem anderen Programm geändert, während dieser Desk die Datei benutzte. Die fremde Fassung bleibt als Stand erhalten, dieser Desk arbeitet mit der eigenen Show weiter.',
  nothingThere: 'weder die Datei noch ihre Sperre ist da; das Laufwerk wieder verbinden',
  asItWas: (file, reason, time) => `${file}: ${reason}. Es gilt die Show von ${time}.`,
  damagedKept: (file) => ` Die beschädigte Datei bleibt als ${file} erhalten.`,
  manyFiles: (most) => `die Datei enthält mehr als ${most} Dateien`,
  noShow: 'das ist keine Showdatei',
  noFile: 'das ist keine Datei',
  it: (problem) => `die Datei ${problem}`,
  brokenLink: (place, target, reason) =>
    `Die Show ${place} ist ein Link auf ${target}, und das ist nicht erreichbar (${reason}). Das Laufwerk verbinden oder den Link entfernen, dann neu starten.`,
  wrongChecksum: 'die Prüfsumme ist falsch',
  noVersion: 'die Version fehlt',
};
