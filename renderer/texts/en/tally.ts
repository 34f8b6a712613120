export const tally = {
  words: {
    OUT: 'OUT',
    CUED: 'CUED',
    REQUESTED: 'REQUESTED',
    'ON AIR': 'ON AIR',
    HIDDEN: 'HIDDEN',
    FAILED: 'FAILED',
    UNKNOWN: 'UNKNOWN',
  },
  onAir: {
    word: 'ON AIR',
    description: 'still on air',
  },
  undrawn: 'NOT DRAWN',
  drift: {
    word: 'DRIFT',
    description: 'drift from what was requested',
  },
  refused: {
    word: 'REFUSED',
    description: 'last press refused',
  },
  stale: {
    description: (reason: string) => `its data is late or broken (${reason})`,
  },
  changed: {
    word: 'CHANGED',
    description: 'changed elsewhere',
  },
  editing: {
    word: 'EDITS',
    description: (who: string) => `${who} is editing`,
  },
  restored: {
    word: 'RESTORED',
    description: 'prepared before the desk last started',
  },
  staged: {
    description: (count: number) => `${count} ${count === 1 ? 'edit' : 'edits'} not sent`,
  },
};
