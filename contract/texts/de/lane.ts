import type { DeskTexts } from '../language.ts';

export const lane: DeskTexts['lane'] = {
  replaced: (who) => `Vor dem Senden ersetzt durch ${who}.`,
  quotaKeptForTakes: 'Der Rest des Kontingents beim Dienst bleibt für Takes.',
  noAnswer: 'Es kam keine Antwort zur rechten Zeit.',
  operatorAt: (operator, hand) => `${operator} an ${hand}`,
  keyboard: 'Tastatur',
  screen: (number) => `Bildschirm ${number}`,
  late: (seconds) =>
    `Der Druck kam ${seconds.replace('.', ',')} s zu spät und wurde abgelehnt. Hinsehen und erneut drücken.`,
};
