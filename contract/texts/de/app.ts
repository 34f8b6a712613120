import type { DeskTexts } from '../language.ts';

export const app: DeskTexts['app'] = {
  noGraphic: (called) => `In dieser Show gibt es keine Grafik „${called}“.`,
  graphicGone: 'Die Grafik ist nicht in dieser Show.',
  noField: (graphic, field) => `${graphic} hat kein Feld „${field}“.`,
  otherShow: (graphic) => `${graphic} ist nicht mehr geladen: Es ist jetzt eine andere Show.`,
  partSent: 'Nur ein Teil wurde gesendet: Eine App-Instanz ist nicht verbunden.',
  gone: (graphic) => `${graphic} ist nicht mehr in der Show.`,
  renamed: (before, now) => `${before} heißt jetzt ${now}.`,
  notLoaded: (graphic) => `${graphic} ist nicht mehr geladen.`,
  moreChanges: (count) =>
    count === 1 ? 'Dazu kommt 1 weitere solche Änderung.' : `Dazu kommen ${count} weitere solche Änderungen.`,
  editDropped: ', die Eingabe dafür ist verworfen',
  fieldGone: (graphic, field, dropped) => `${graphic}: Das Feld ${field} gibt es nicht mehr${dropped}.`,
  fieldRenamed: (graphic, before, now) => `${graphic}: Das Feld ${before} heißt jetzt ${now}.`,
  fieldRetyped: (graphic, field, dropped) => `${graphic}: Das Feld ${field} hat jetzt einen anderen Typ${dropped}.`,
  loadedAnew: (app) => `${app} wurde neu geladen`,
  movedToOtherService: (app) => `${app} ist auf einen anderen Dienst gewechselt`,
  lost: (app) => `Die Verbindung zu ${app} ist getrennt`,
  notOnDisk:
    'NICHT GESPEICHERT. Der Dienst konnte das Ausblenden nicht auf die Festplatte schreiben. Ein Neustart des Dienstes würde es wieder einblenden.',
  onDiskAgain: 'Das Ausblenden ist wieder auf der Festplatte gespeichert.',
  goneScreen: (screen) => `${screen} (weg)`,
  beforeRestart: (screen) => `${screen} vor dem Neustart`,
  editCount: (count) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
  cuedCount: (count) => (count === 1 ? '1 Cue' : `${count} Cues`),
  and: ' und ',
  preparedBefore: (graphics) => `Vorbereitet und nicht gesendet, beim Neustart erhalten: ${graphics}.`,
  preparedDropped: (graphics) =>
    `Vorbereitet, beim Neustart verworfen, weil es nicht mehr zur Show passt: ${graphics}.`,
  wentAfterAll: (graphic, state) =>
    `${graphic} wurde doch noch ${state === 'in' ? 'eingeblendet' : 'ausgeblendet'}: Die Antwort auf den Druck kam nie.`,
};
