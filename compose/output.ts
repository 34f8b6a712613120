import process from 'node:process';

/** Writes a result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A command that cannot be carried out. The message is a sentence for the author. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
