export const secrets = {
  keychainShut: (keychain: string) => `the keychain (${keychain}) does not open it now`,
  entryDamaged: (id: string) => `the entry "${id}" was damaged or moved`,
  keychainRefused: (keychain: string, reason: string) => `The keychain (${keychain}) did not take it: ${reason}`,
  gone: 'it is gone',
  wrongTerms: 'The terms of its key are none that the desk writes.',
  thereAlready: (file: string) => `${file} is there already. Unlock it, or move it away and start the desk.`,
  replaced: 'it was replaced while the desk ran',
  wrongFile: (store: string) => `it is no file of secrets under a ${store}`,
  unusable: (file: string, reason: string) => `${file} cannot be used: ${reason}. It is left as it is.`,
  opening: 'The secrets are being opened.',
  notLocked: 'The secrets are not locked.',
  placedAlready: 'The secrets have their place already.',
  noPassphrase: 'The secrets have no passphrase.',
  unknownFile: (file: string, advice: string) =>
    `${file} is no file of secrets that this desk knows. It is left as it is: ${advice}`,
  locked: 'The secrets are locked. Enter the passphrase to open them.',
  wrongAtStart: (reason: string) =>
    `The passphrase that the desk was started with is wrong (${reason}) Enter the right one.`,
  sealedByKeychain: (file: string, reason: string) =>
    `${file} was sealed by a keychain, and ${reason} It is left as it is.`,
  noPlace: (reason: string) =>
    `There is no safe place for secrets yet. Set a passphrase, or go on for this session only. The reason: ${reason}`,
  inKeychain: 'In the keychain of this system.',
  underPassphrase: (file: string) => `In ${file}, under your passphrase.`,
  underStartPassphrase: (file: string) => `In ${file}, under the passphrase that the desk was started with.`,
  inMemory: 'In memory only: the secrets are forgotten when the desk ends.',
  moveAway: 'move it away and start the desk again, or go on without keeping secrets.',
};
