import type { Texts } from '../texts.ts';

export const screen: Texts['screen'] = {
  menu: 'Menü',
  noWorkshop:
    'Der Desk antwortet nicht, die Werkstatt kann nicht geladen werden. Eine andere Seite zeigen, dann wieder diese.',
  closed: 'Dieser Desk ist für diesen Browser geschlossen',
  borderHint: 'Ziehen oder Pfeiltasten. Enter oder Doppelklick setzt die Breite zurück.',
  showAgain: (part) => `${part} wieder zeigen`,
  faultHint: (part) => `${part}: wegen eines Fehlers in diesem Bildschirm nicht zu sehen. Drücken zeigt es wieder`,
  fault: (part) =>
    `${part}: wegen eines Fehlers in diesem Bildschirm nicht zu sehen. Auf Sendung ist nichts betroffen.`,
  head: 'Kopfleiste',
  leftWidth: 'Breite der linken Seite',
  program: 'Programm',
  rightWidth: 'Breite der rechten Seite',
  connection: 'Verbindung',
  alerts: 'Meldungen',
  alarms: 'Alarme',
  heldKeys: 'Gehaltene Tasten',
  take: 'Take',
  fields: 'Felder',
};
