import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { unzipped } from './unzipped.ts';

/** A place where a secret may have got to: its name, and the text in it. */
export type Place = [name: string, text: string];

/** The forms in which a secret is written: as it is, in an address, in JSON, in hexadecimal digits and in Base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const query = new URLSearchParams({ s: secret }).toString().slice(2);
  const plain = [secret, encodeURIComponent(secret), query, JSON.stringify(secret).slice(1, -1), bytes.toString('hex')];
  return [...new Set([...plain, ...inBase64(bytes)])];
}

/** The letters that hold the bytes and nothing else, whichever other bytes stand before and behind them. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const aligned = bytes.subarray((3 - before) % 3);
    const whole = aligned.subarray(0, aligned.length - (aligned.length % 3));
    return [whole.toString('base64'), whole.toString('base64url')];
  });
}

/** Which secrets are where, in any form: `Ada’s password in settings.json`. */
export function secretsIn(places: readonly Place[], secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) => {
    if (secret.length < 9) throw new Error(`The secret "${what}" is too short to be looked for.`);
    const forms = formsOf(secret);
    return places.filter(([, text]) => forms.some((form) => text.includes(form))).map(([name]) => `${what} in ${name}`);
  });
}

/** Every file under a directory, whatever it is. */
export function filesUnder(directory: string): Place[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(directory, file).replaceAll(sep, '/'), readFileSync(file, 'latin1')]);
}

/** A file that was handed out; of a zip the files in it, which are packed. */
export async function handedOut(name: string, bytes: Uint8Array): Promise<Place[]> {
  if (!name.endsWith('.zip')) return [[name, Buffer.from(bytes).toString('latin1')]];
  return Object.entries(await unzipped(bytes)).map(([part, text]) => [`${name}: ${part}`, text]);
}
