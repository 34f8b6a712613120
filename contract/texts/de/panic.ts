import type { DeskTexts } from '../language.ts';

export const panic: DeskTexts['panic'] = {
  notSent: 'Die Panik wurde nicht gesendet: Was auf Sendung ist, ist unbekannt.',
  confirmedNow: (app) => `${app}: Die Panik ist jetzt bestätigt.`,
  look: (text) => `${text} Output prüfen.`,
  notConfirmed: (reason) => `Die Panik wurde nicht bestätigt: ${reason}`,
  notInTime: 'Die Panik wurde nicht zur rechten Zeit bestätigt.',
  notOpen:
    'Die Panik wurde nicht gesendet: Die Verbindung ist nicht offen. Was auf Sendung ist, ist unbekannt. Output prüfen.',
  stillIn: (graphics) => `Nach der Panik noch eingeblendet: ${graphics.join(', ')}.`,
};
