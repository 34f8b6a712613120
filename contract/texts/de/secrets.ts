import type { DeskTexts } from '../language.ts';

export const secrets: DeskTexts['secrets'] = {
  keychainShut: (keychain) => `der Schlüsselbund (${keychain}) öffnet sie jetzt nicht`,
  entryDamaged: (id) => `der Eintrag „${id}“ wurde beschädigt oder verschoben`,
  keychainRefused: (keychain, reason) => `Der Schlüsselbund (${keychain}) hat es nicht angenommen: ${reason}`,
  gone: 'sie ist weg',
  wrongTerms: 'Die Angaben zum Schlüssel stammen nicht vom Desk.',
  thereAlready: (file) => `${file} ist schon vorhanden. Entsperren, oder verschieben und den Desk starten.`,
  replaced: 'sie wurde ersetzt, während der Desk lief',
  wrongFile: (store) => `sie ist keine Datei mit Geheimnissen (${store})`,
  unusable: (file, reason) => `${file} ist nicht verwendbar: ${reason}. Die Datei bleibt, wie sie ist.`,
  opening: 'Die Geheimnisse werden geöffnet.',
  notLocked: 'Die Geheimnisse sind nicht gesperrt.',
  placedAlready: 'Die Geheimnisse haben schon ihren Platz.',
  noPassphrase: 'Die Geheimnisse haben keine Passphrase.',
  unknownFile: (file, advice) =>
    `${file} ist keine Datei mit Geheimnissen, die dieser Desk kennt. Die Datei bleibt, wie sie ist: ${advice}`,
  locked: 'Die Geheimnisse sind gesperrt. Zum Öffnen die Passphrase eingeben.',
  wrongAtStart: (reason) => `Der Desk wurde mit einer falschen Passphrase gestartet (${reason}) Die richtige eingeben.`,
  sealedByKeychain: (file, reason) =>
    `Ein Schlüsselbund hat ${file} versiegelt, und ${reason} Die Datei bleibt, wie sie ist.`,
  noPlace: (reason) =>
    `Für Geheimnisse gibt es noch keinen sicheren Platz. Eine Passphrase festlegen oder nur für diese Sitzung weitermachen. Grund: ${reason}`,
  inKeychain: 'Im Schlüsselbund dieses Systems.',
  underPassphrase: (file) => `In ${file}, unter der festgelegten Passphrase.`,
  underStartPassphrase: (file) => `In ${file}, unter der Passphrase vom Start des Desks.`,
  inMemory: 'Nur im Speicher: Mit dem Ende des Desks sind die Geheimnisse vergessen.',
  moveAway: 'Verschieben und den Desk neu starten, oder weitermachen, ohne Geheimnisse zu speichern.',
};
