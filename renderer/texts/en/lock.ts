/** The words of `renderer/lock/`. */
export const lock = {
  unlock: 'Unlock',
  lock: 'Lock',
  lockedBy: (by: string) => (by ? `Locked by ${by}: nothing can be edited` : 'Locked: nothing can be edited'),
  lockHint: 'Lock the show against edits',
  lockedMark: 'LOCKED',
  dialog: (locked: boolean) => (locked ? 'Unlock the show' : 'Lock the show'),
  wasLocked: (by: string) => `It was locked${by ? ` by ${by}` : ''}. Who unlocks it is in the as-run log.`,
  whileLocked:
    'While it is locked, everything can be played and watched, and nothing can be edited. It stays locked after a restart.',
  pin: 'PIN',
  newPin: 'PIN, 4 to 12 digits; empty for none',
  badPin: 'A PIN has 4 to 12 digits.',
};
