import type { DeskTexts } from '../language.ts';

export const actions: DeskTexts['actions'] = {
  pressed: 'wurde gedrückt',
  undone: {
    take: 'Der letzte Take wurde rückgängig gemacht',
    values: 'Die letzte Änderung von Werten wurde rückgängig gemacht',
    panic: 'Was die Panik ausgeblendet hat, wurde zurückgeholt',
  },
  exceptTyping: (hand) => `, außer der laufenden Eingabe von ${hand}`,
  noEdits: (graphic, rest) => `${graphic} hat keine Änderungen zu senden${rest}.`,
  nothingCued: 'Kein Cue ist gesetzt.',
  wholeShow: (show) => `${show} ist die ganze Show. Eine ihrer Grafiken wählen.`,
  notToggled: (graphic) => `${graphic}: Unbekannt, ob auf Sendung. Deshalb nicht umgeschaltet.`,
  nothingToSend: 'Es gibt nichts erneut zu senden.',
  askAgain: 'Erneut senden',
  requestedAgain: (graphic) => `${graphic} wurde erneut angefragt`,
  noApp: (app) => `Der Desk hat keine App „${app}“.`,
  fire: (button) => `Auslösen: ${button}`,
  wrongField: (graphic, field, kind) => `${graphic}, ${field}: falsche Art von Feld. Nötig: ${kind}.`,
  noChoices: (graphic, field) => `${graphic}, ${field}: Das Feld hat keine Auswahl.`,
};
