import type { Texts } from '../texts.ts';

export const header: Texts['header'] = {
  active: (rundown) => `▶ ${rundown} ist aktiv: Tasten, Pads und OSC lösen diesen Ablauf aus`,
  unsaved: 'Werkstatt: ungespeicherte Änderungen',
  pages: 'Seiten',
  onAirCount: 'Auf Sendung',
  notices: 'Hinweise',
  unknownUntilBack: 'Alles hier ist unbekannt, bis der Desk wieder da ist.',
  dismissNotice: (text) => `Schließen: ${text}`,
  appsOf: (count, all) => `${count} von ${all} Apps`,
  unknownApps: (names) => `UNBEKANNT: ${names}`,
  onAir: 'on air',
  apps: (count) => (count === 1 ? '1 App' : `${count} Apps`),
  confirmed: 'bestätigt',
  unknown: 'UNBEKANNT',
};
