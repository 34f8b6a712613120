import type { Texts } from '../texts.ts';

export const state: Texts['state'] = {
  key: (key) => `Taste ${key}`,
  pages: {
    show: 'Show',
    rundown: 'Ablauf',
    data: 'Daten',
    workshop: 'Werkstatt',
  },
  notAnswered:
    'Der Desk hat seit zwei Sekunden nicht auf einen Tastendruck geantwortet. Vor dem nächsten Drücken das Bild ansehen.',
  tooMuchAtOnce: 'zu viele Fehler auf einmal',
  notLogged: (why, message) =>
    `In diesem Bildschirm ist ein Fehler aufgetreten. Im Protokoll des Desks steht er nicht (${why}): ${message}`,
  logged: (id) =>
    `In diesem Bildschirm ist ein Fehler aufgetreten. Der Grund steht im Protokoll des Desks unter der ID ${id}.`,
};
