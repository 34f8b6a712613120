import type { Texts } from '../texts.ts';

export const panic: Texts['panic'] = {
  group: 'Panik',
  panic: 'PANIK',
  panicApp: (app) => `Panik: alles von ${app} aus`,
  allApps: 'ALLE APPS',
  allOut: 'ALLES AUS',
  panicAll: 'Panik: alles aus',
  confirmed: (names, milliseconds) =>
    `${names === '' ? 'Alles aus' : `Aus: ${names}`}, bestätigt nach ${milliseconds} ms.`,
  failed: (names, reason) => `NICHT AUS${names === '' ? '' : `: ${names}`}. ${reason}`,
  unknown: (names, reason) => `VIELLEICHT NOCH AUF SENDUNG${names === '' ? '' : `: ${names}`}. ${reason}`,
  allInstances: 'alle App-Instanzen',
  panicOf: (target) => `Panik, ${target}`,
  notAnswered: 'Der Desk antwortet seit zwei Sekunden nicht.',
  notSent: (reason) => `NICHT GESENDET: ${reason}`,
  noApp: 'Der Desk steuert keine App-Instanz, deshalb wurde nichts gesendet.',
  pending: 'gesendet, noch nicht bestätigt',
  bringBack: 'ZURÜCKHOLEN',
  whatWentOut: 'was vorher lief',
  bringBackNames: (names) => `Zurückholen: ${names}`,
  bringsBack: (names) =>
    `Zurückholen blendet wieder ein: ${names}. Laufende Cues, automatisches Ausblenden und Töne kommen nicht zurück.`,
};
