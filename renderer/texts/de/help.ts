import type { Texts } from '../texts.ts';

export const help: Texts['help'] = {
  help: 'Hilfe',
  helpKey: 'Hilfe (F1)',
  find: 'In der Hilfe suchen',
  findHint: 'Wörter des Handbuchs',
  nothing: 'Das Handbuch hat keine Stelle mit diesen Wörtern.',
  noManual: 'Das Handbuch ist nicht lesbar. Den Desk neu starten oder',
  manualFile: 'manual.html',
  onTheStick: 'auf dem Stick öffnen.',
};
