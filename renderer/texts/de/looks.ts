import type { Texts } from '../texts.ts';

export const looks: Texts['looks'] = {
  matchesAir: 'entspricht der Sendung.',
  differs: (count, onAir) => {
    const all = count === 1 ? '1 Unterschied' : `${count} Unterschiede`;
    return `hat ${all}, davon ${onAir > 0 ? onAir : 'keiner'} auf Sendung sichtbar.`;
  },
  comparedWithAir: (name) => `${name} im Vergleich zur Sendung`,
  field: 'Feld',
  look: 'Look',
  now: 'Jetzt',
  lookNamed: (name) => `Look ${name}`,
  size: (count) => `${count} ${count === 1 ? 'Grafik' : 'Grafiken'}`,
  compare: 'Vergleichen',
  recall: 'Abrufen',
  really: 'Wirklich?',
  noLooks: 'Noch keine Looks. Unten Grafiken wählen und als Look speichern.',
  looks: 'Looks',
  moments: 'Momente',
  momentsHint: 'Das Bild vor jedem der letzten Takes, zum Zurückholen',
  noMoments: 'Kein Take seit dem Start des Desks.',
  saveLook: (name) => `Look ${name} speichern`,
  saveALook: 'Look speichern',
  selectOnAir: 'Was auf Sendung ist, wählen',
  inTheLook: 'Grafiken im Look',
  lookName: 'Name des Looks',
  replace: 'Ersetzen',
  timer: (time, state) => `${time}, ${state}`,
  notKnown: 'noch nicht bekannt',
  isGone: 'fehlt',
  state: 'Zustand',
  fieldGone: (field) => `${field} fehlt`,
};
