import type { Texts } from '../texts.ts';

export const lock: Texts['lock'] = {
  unlock: 'Entsperren',
  lock: 'Sperren',
  lockedBy: (by) =>
    by ? `Gesperrt von ${by}: Nichts kann bearbeitet werden` : 'Gesperrt: Nichts kann bearbeitet werden',
  lockHint: 'Die Show gegen Bearbeiten sperren',
  lockedMark: 'GESPERRT',
  dialog: (locked) => (locked ? 'Show entsperren' : 'Show sperren'),
  wasLocked: (by) => `Gesperrt${by ? ` von ${by}` : ''}. Das Sendeprotokoll hält fest, wer die Show entsperrt.`,
  whileLocked:
    'Eine gesperrte Show kann gefahren und beobachtet, aber nicht bearbeitet werden. Die Sperre bleibt nach einem Neustart.',
  pin: 'PIN',
  newPin: 'PIN, 4 bis 12 Ziffern; leer für keine',
  badPin: 'Eine PIN hat 4 bis 12 Ziffern.',
};
