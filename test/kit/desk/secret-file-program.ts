import { secretFile } from '../../../node/secret-file.ts';

/** A program that does nothing but write the file of secrets in a directory, and says the number of each that is written. */
const [directory = '', from = '0'] = process.argv.slice(2);
const file = secretFile(directory);
for (let at = Number(from); ; at++) {
  file.write({ at, filler: String(at).repeat(20_000) });
  process.stdout.write(`${at}\n`);
}
