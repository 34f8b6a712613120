export const lock = {
  unlock: 'Unlock',
  lock: 'Lock',
  lockedBy: (by: string) => (by ? `Locked by ${by}: nothing can be edited` : 'Locked: nothing can be edited'),
  lockHint: 'Lock the show against edits',
  lockedMark: 'LOCKED',
  dialog: (locked: boolean) => (locked ? 'Unlock the show' : 'Lock the show'),
  wasLocked: (by: string) => `Locked${by ? ` by ${by}` : ''}. The as-run log records who unlocks the show.`,
  whileLocked: 'A locked show can be played and watched, not edited. The lock outlasts a restart.',
  pin: 'PIN',
  newPin: 'PIN, 4 to 12 digits; empty for none',
  badPin: 'A PIN has 4 to 12 digits.',
};
