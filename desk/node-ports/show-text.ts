import { createHash, webcrypto } from 'node:crypto';

/** The text is no show file, or not the one that was written. */
export class DamagedShow extends Error {}

/** A newer version wrote the file. It must stay as it is. */
export class NewerShow extends Error {}

/** The version of show files that this program writes. */
export const showVersion = 1;

/** The lists that are written with one entry a line, so that two versions of a show can be compared line by line. */
const lists = new Set(['connections', 'rundowns', 'groups', 'cues', 'keys', 'looks', 'sources']);

/** Where the checksum begins. Nothing but the last line has this text: quotes within a text are written with a backslash. */
const sumName = '\n"sum":"';
const sumEnd = '"\n}\n';

/** The lines of things that never change, so that a save writes anew only what was edited. */
const lines = new WeakMap<object, string>();

/**
 * The text of a show file: JSON with one thing a line, and in its last line the checksum of all before it. `content` and all
 * that is in it must not change afterwards.
 */
export async function showText(content: Readonly<Record<string, unknown>>): Promise<string> {
  const members = Object.entries({ format: 'overlayshow', ...content }).map(([name, value]) => member(name, value));
  const body = `{\n${members.join(',\n')},`;
  const sum = await webcrypto.subtle.digest('SHA-256', Buffer.from(body));
  return `${body}${sumName}${Buffer.from(sum).toString('hex')}${sumEnd}`;
}

/**
 * The content of a show file. A file without a checksum was written by hand, and is read as it is. Throws
 * {@link DamagedShow} or {@link NewerShow}.
 */
export function readShowText(text: string): Record<string, unknown> {
  const end = text.lastIndexOf(sumName);
  if (end >= 0) {
    const body = text.slice(0, end);
    const sum = createHash('sha256').update(body).digest('hex');
    if (text !== `${body}${sumName}${sum}${sumEnd}`) throw new DamagedShow('its checksum is wrong');
  }
  const { sum: _, format, ...content } = parsed(text);
  if (format !== 'overlayshow') throw new DamagedShow('it is no show file');
  if (typeof content.version === 'number' && content.version > showVersion) {
    throw new NewerShow('a newer version of Overlay Desk wrote it');
  }
  return content;
}

function parsed(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new DamagedShow((error as Error).message, { cause: error });
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as Record<string, unknown>;
  throw new DamagedShow('it is no show file');
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${written(name, value)}`;
}

function written(name: string, value: unknown): string {
  if (Array.isArray(value) && lists.has(name)) {
    return value.length === 0 ? '[]' : `[\n${value.map(entry).join(',\n')}\n]`;
  }
  return entry(value);
}

/** Whatever holds such a list is written over several lines. */
function entry(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = lines.get(value);
  if (known !== undefined) return known;
  const isLong = Object.keys(value).some((name) => lists.has(name));
  const text = isLong
    ? `{${Object.entries(value)
        .map(([name, part]) => member(name, part))
        .join(',')}}`
    : JSON.stringify(value);
  lines.set(value, text);
  return text;
}
