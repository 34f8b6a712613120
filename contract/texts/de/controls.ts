import type { DeskTexts } from '../language.ts';

export const controls: DeskTexts['controls'] = {
  whileTesting: 'Gedrückt, während Bedienelemente getestet wurden.',
  notDrawn: (reason) => `Die Tasten lassen sich nicht zeichnen: ${reason}`,
  refusesData: 'Das Gerät nimmt nicht an, was gesendet wird. Neu anstecken.',
  panelDriverEnded: (reason) => `Der Treiber der Panels ist beendet und wird neu gestartet: ${reason}`,
  unknownPanel: 'unbekanntes Panel',
  unknownModel: 'Der Desk kennt dieses Modell nicht. Nichts wird dorthin gesendet, nichts von dort gehört.',
  workstation: 'eine Audio-Workstation',
  browserPage: 'eine Seite im Browser, die MIDI benutzt',
  midiDriverEnded: (reason) => `Der MIDI-Treiber ist beendet und wird neu gestartet: ${reason}`,
  pageOpened: 'Nach dem Druck wurde eine andere Seite geöffnet.',
  pageOpenedItself: 'Kurz vor dem Druck hat sich von selbst eine andere Seite geöffnet.',
  none: (name) => `Es gibt keinen Controller ${name}.`,
  knownNow: (device) => `${device} ist inzwischen bekannt.`,
  brightnessFixed: (device) => `Die Helligkeit von ${device} lässt sich nicht ändern.`,
  itsSoftware: 'die Software des Herstellers',
  closeRivals: (programs, last) =>
    `Schließen, was das Gerät offen haben kann, etwa ${programs.join(', ')} oder ${last}. Alle zwei Sekunden folgt ein neuer Versuch.`,
};
