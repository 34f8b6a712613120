import type { Texts } from '../texts.ts';

export const health: Texts['health'] = {
  quota: {
    good: 'Kontingent',
    low: 'Kontingent knapp',
    spent: 'KONTINGENT LEER',
  },
  requestsLeft: 'Verbleibende Anfragen',
  resetsIn: (remaining, limit, seconds) => `${remaining} von ${limit}, neu in ${seconds} s`,
  neverConfirmed: 'nie bestätigt',
  confirmed: (ago) => `bestätigt ${ago}`,
  secondsAgo: (seconds) => `vor ${seconds} s`,
  minutesAgo: (minutes, seconds) => `vor ${minutes} min ${seconds} s`,
  hoursAgo: (hours, minutes) => `vor ${hours} h ${minutes} min`,
  links: {
    live: 'VERBUNDEN',
    polled: 'ABGEFRAGT',
    deskGone: 'DESK WEG',
    opening: 'ÖFFNET',
    noApp: 'KEINE APP',
    connecting: 'VERBINDET',
    lost: 'GETRENNT',
    stale: 'VERALTET',
  },
  polls: 'Dieser Dienst meldet Änderungen nicht von selbst, deshalb fragt der Desk ihn ab.',
  pollsAfter: (reason) => `Der Live-Kanal ist ausgefallen, deshalb fragt der Desk ab: ${reason}`,
  confirmsNothing: 'Der Dienst ist verbunden, bestätigt aber nichts.',
  since: (time) => `seit ${time}`,
};
