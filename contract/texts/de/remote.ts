import type { DeskTexts } from '../language.ts';

const rightNames: Readonly<Record<string, string>> = { watch: 'beobachten', fire: 'auslösen', edit: 'importieren' };

export const remote: DeskTexts['remote'] = {
  noBrowsers: 'Seiten in Browsern dürfen diese API nicht benutzen.',
  tokenMissing: 'Ein Token fehlt: den Header „Authorization: Bearer TOKEN“ senden.',
  nothingAt: (method, path) => `Unter ${method} ${path} gibt es nichts.`,
  packed: (encoding) => `Der Inhalt ist als ${encoding} gepackt. Ungepackt oder als gzip senden.`,
  noJson: (reason) => `Der Inhalt ist kein JSON: ${reason}.`,
  noClient: 'Diesen Client gibt es nicht mehr. Er kann entfernt sein.',
  clientExists: (client) => `Ein Client heißt schon ${client}.`,
  tokenWrong: 'Der Token ist falsch oder wurde widerrufen.',
  notFrom: (client, address) => `Der Client ${client} darf nicht von ${address} kommen.`,
  needsRight: (client, rights, right) =>
    `Der Client ${client} darf nur ${rightNames[rights] ?? rights}. Nötig ist das Recht „${rightNames[right] ?? right}“.`,
  tooMany: (seconds) => `Es kamen zu viele Anfragen. In ${seconds} s erneut versuchen.`,
  notOnList: (client, action) => `Der Client ${client} darf das nicht auslösen: ${action}. Es fehlt in seiner Liste.`,
  namesNothing: (action) => `${action}, ohne Cue und ohne App-Instanz`,
  of: (action, target) => `${action} von ${target}`,
  problem: (problem) => `Fernsteuerung: ${problem}`,
  portUnusable: (port, reason) => `Port ${port} ist nicht verwendbar (${reason}). Einen anderen wählen.`,
};
