import type { Texts } from '../texts.ts';

export const preview: Texts['preview'] = {
  preview: 'Vorschau',
  heading: 'VORSCHAU',
  showAlone: (app) => `Nur ${app} zeigen`,
  apps: 'App-Instanzen, die der Tastendruck ändert',
  all: (count) => `Alle ${count}`,
  afterPress: 'Millisekunden nach dem Tastendruck',
  atRest: 'in Ruhe',
  milliseconds: (at) => `${at} ms`,
  nothingConfirmed: (app) =>
    `${app === undefined ? 'Nichts ist' : `Von ${app} ist nichts`} bestätigt, das Ergebnis ist unbekannt.`,
  elsewhere: (app, does) =>
    `Kein Bild: Der Dienst von ${app} ist auf einem anderen Rechner.${does ? ` Der Tastendruck ändert dort: ${does}.` : ''}`,
  noPicture: 'KEIN BILD',
  unknown: 'UNBEKANNT',
  previewOf: (app) => `Vorschau des nächsten Tastendrucks: ${app}`,
  nextPress: 'Vorschau des nächsten Tastendrucks',
  newValues: 'mit neuen Werten',
  notNext: (cue) => `Gewählt, nicht der nächste: ${cue}`,
  go: (cue, rundown) => (rundown === undefined ? `Go: ${cue}` : `Go in ${rundown}: ${cue}`),
};
