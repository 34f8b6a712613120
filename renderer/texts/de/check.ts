import type { Texts } from '../texts.ts';

export const check: Texts['check'] = {
  check: 'Prüfen',
  checkShow: 'Show prüfen',
  checkAgain: 'Erneut prüfen',
  checking: 'Prüfung läuft …',
  about: {
    connection: 'Verbindung',
    service: 'Dienst',
    show: 'Show',
    clock: 'Uhr',
    quota: 'Kontingent',
    output: 'Output',
    backup: 'Reserve',
    cues: 'Cue',
    keys: 'Tasten',
    keyboard: 'Tastatur',
    controllers: 'Controller oder Panel',
    secrets: 'Passwörter',
    disk: 'Datenträger',
    records: 'Dateien',
  },
  notReady: (failed, look) => `Nicht bereit: ${failed} Fehler, ${look} zum Ansehen.`,
  nothingFailed: (look) => `Kein Fehler; ${look} zum Ansehen.`,
  ready: 'Bereit.',
  results: { good: 'gut', look: 'ansehen', failed: 'Fehler', 'not tried': 'nicht versucht' },
};
