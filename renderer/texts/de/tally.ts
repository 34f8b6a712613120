import type { Texts } from '../texts.ts';

export const tally: Texts['tally'] = {
  words: {
    OUT: 'AUS',
    CUED: 'CUE',
    REQUESTED: 'ANGEFRAGT',
    'ON AIR': 'ON AIR',
    HIDDEN: 'VERDECKT',
    FAILED: 'FEHLER',
    UNKNOWN: 'UNBEKANNT',
  },
  onAir: {
    word: 'ON AIR',
    description: 'noch auf Sendung',
  },
  undrawn: 'NICHT IM BILD',
  drift: {
    word: 'ABWEICHUNG',
    description: 'weicht vom Angefragten ab',
  },
  refused: {
    word: 'ABGELEHNT',
    description: 'letzter Tastendruck abgelehnt',
  },
  stale: {
    description: (reason) => `Daten verspätet oder fehlerhaft (${reason})`,
  },
  changed: {
    word: 'GEÄNDERT',
    description: 'anderswo geändert',
  },
  editing: {
    word: 'IN ARBEIT',
    description: (who) => `in Arbeit bei ${who}`,
  },
  restored: {
    word: 'VON VORHER',
    description: 'vor dem letzten Start des Desks vorbereitet',
  },
  staged: {
    description: (count) => `${count} ${count === 1 ? 'Änderung' : 'Änderungen'} nicht gesendet`,
  },
};
