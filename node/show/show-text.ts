import { createHash, webcrypto } from 'node:crypto';
import { parseJson } from '../../desk/live-data/tables/json-lines.ts';
import { NewerShow, upgraded } from './show-upgrades.ts';

/** The text is no show file, or not the one that was written. */
export class DamagedShow extends Error {}

/** The lists that are written with one entry a line, so that two versions of a show can be compared line by line. */
const lists = new Set([
  'connections',
  'rundowns',
  'groups',
  'cues',
  'keys',
  'controls',
  'looks',
  'sources',
  'dataLinks',
]);

/** Where the checksum begins. Nothing but the last line has this text: quotes within a text are written with a backslash. */
const sumName = '\n"sum":"';
const sumEnd = '"\n}\n';
/** The length of the last line, from where the checksum begins. */
const sumLength = sumName.length + 64 + sumEnd.length;

/** The bytes of things that never change, so that a save makes only those of what was edited: no press waits for more. */
const known = new WeakMap<object, Buffer>();

/**
 * The text of a show file, in UTF-8: JSON with one thing a line, and in its last line the checksum of all before it. `content`
 * and all that is in it must not change afterwards.
 */
export async function showText(content: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  // What the last edit was called stands near the top, so that a list of versions need not read them whole.
  putMembers(
    parts,
    { format: 'overlayshow', edit: content.edit, ...content },
    { begin: openBrace, between: commaAndLine, end: comma },
  );
  const body = Buffer.concat(parts);
  const sum = await webcrypto.subtle.digest('SHA-256', body);
  return Buffer.concat([body, Buffer.from(`${sumName}${Buffer.from(sum).toString('hex')}${sumEnd}`)]);
}

/**
 * The content of a show file, as this version has it. A file without a checksum was written by hand, and is read as it is.
 * Throws {@link DamagedShow} or {@link NewerShow}.
 */
export function readShowText(text: string): Record<string, unknown> {
  const named = text.lastIndexOf(sumName);
  const end = named >= 0 ? named : Math.max(0, text.length - sumLength);
  const body = text.slice(0, end);
  const sum = createHash('sha256').update(body).digest('hex');
  // A file with the checksum of itself has one, also where the name of the checksum is damaged.
  const hasSum = named >= 0 || text.slice(end).includes(sum);
  if (hasSum && text !== `${body}${sumName}${sum}${sumEnd}`) throw new DamagedShow('its checksum is wrong');
  const { sum: _, format, ...content } = parsed(text);
  if (format !== 'overlayshow') throw new DamagedShow('it is no show file');
  try {
    return upgraded(content);
  } catch (error) {
    if (error instanceof NewerShow) throw error;
    throw new DamagedShow((error as Error).message, { cause: error });
  }
}

function parsed(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (error) {
    throw new DamagedShow((error as Error).message, { cause: error });
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as Record<string, unknown>;
  throw new DamagedShow('it is no show file');
}

/** What the edit was called that made a show file, by the first bytes of the file; empty if they do not say. */
export function editNamed(beginning: string): string {
  const found = /^\{\n"format":"overlayshow",\n"edit":("(?:[^"\\\n]|\\.)*"),\n/.exec(beginning)?.[1];
  return found === undefined ? '' : String(JSON.parse(found));
}

interface Marks {
  begin: Buffer;
  between: Buffer;
  end: Buffer;
}

const [openBrace, comma, commaAndLine] = [Buffer.from('{\n'), Buffer.from(','), Buffer.from(',\n')];
const ofObject: Marks = { begin: Buffer.from('{'), between: comma, end: Buffer.from('}') };
const ofList: Marks = { begin: Buffer.from('[\n'), between: commaAndLine, end: Buffer.from('\n]') };

/** The parts are put together once, at the end: a rundown is long. */
function putMembers(parts: Buffer[], of: object, marks: Marks): void {
  const present = Object.entries(of).filter(([, value]) => value !== undefined);
  const puts = present.map(([name, value]) => (): void => {
    parts.push(Buffer.from(`${JSON.stringify(name)}:`));
    if (Array.isArray(value) && value.length > 0 && lists.has(name)) {
      const each = value.map((one: unknown) => (): void => putEntry(parts, one));
      putAll(parts, each, ofList);
    } else putEntry(parts, value);
  });
  putAll(parts, puts, marks);
}

/** Whatever holds such a list is written over several lines. */
function putEntry(parts: Buffer[], value: unknown): void {
  if (typeof value !== 'object' || value === null) parts.push(Buffer.from(JSON.stringify(value)));
  else if (Object.keys(value).some((name) => lists.has(name))) putMembers(parts, value, ofObject);
  else {
    const bytes = known.get(value) ?? Buffer.from(JSON.stringify(value));
    known.set(value, bytes);
    parts.push(bytes);
  }
}

function putAll(parts: Buffer[], puts: readonly (() => void)[], { begin, between, end }: Marks): void {
  parts.push(begin);
  puts.forEach((put, at) => {
    if (at > 0) parts.push(between);
    put();
  });
  parts.push(end);
}
