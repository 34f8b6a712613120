import { texts } from '../../contract/texts/texts.ts';
import { createHash, webcrypto } from 'node:crypto';
import { errorIn } from '../../contract/errors.ts';
import { parseJson } from '../../desk/live-data/tables/json-lines.ts';
import { showVersion } from '../../contract/desk-api/show-file.ts';

/** The text is no show file, or was altered. */
export class DamagedShow extends Error {}

/** Written with one entry per line, so that two versions can be compared by line. */
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

/** The start of the checksum. Unique to the last line, because quotes in texts are escaped. */
const sumName = '\n"sum":"';
const sumEnd = '"\n}\n';
const sumLength = sumName.length + 64 + sumEnd.length;

/** Cached bytes of immutable objects: a save serialises only edits, so that no press waits longer. */
const known = new WeakMap<object, Buffer>();

/** JSON in UTF-8, one entry per line, with a checksum in the last line. `content` must be deeply immutable. */
export async function showText(content: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  // The edit name comes first, so that a list of versions need not read whole files.
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
 * Parses and upgrades a show file; hand-written files have no checksum. Throws {@link DamagedShow} or {@link
 * NewerShow}.
 */
export function readShowText(text: string): Record<string, unknown> {
  const named = text.lastIndexOf(sumName);
  const end = named >= 0 ? named : Math.max(0, text.length - sumLength);
  const body = text.slice(0, end);
  const sum = createHash('sha256').update(body).digest('hex');
  // Finds the checksum even if its name is damaged.
  const hasSum = named >= 0 || text.slice(end).includes(sum);
  if (hasSum && text !== `${body}${sumName}${sum}${sumEnd}`) throw new DamagedShow(texts.show.wrongChecksum);
  const { sum: _, format, ...content } = parsed(text);
  if (format !== 'overlayshow') throw new DamagedShow(texts.show.noShow);
  try {
    return upgraded(content);
  } catch (error) {
    if (error instanceof NewerShow) throw error;
    throw new DamagedShow(errorIn(error).message, { cause: error });
  }
}

function parsed(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (error) {
    throw new DamagedShow(errorIn(error).message, { cause: error });
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as Record<string, unknown>;
  throw new DamagedShow(texts.show.noShow);
}

/** Reads the edit name from the first bytes of a file; empty if absent. */
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

/** An object that contains such a list spans several lines. */
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

type ShowContent = Record<string, unknown>;

/** Each entry upgrades to the next version, starting from version 1. */
const upgrades: readonly ((content: ShowContent) => ShowContent)[] = [];

/** Upgrades content to this version. Throws a sentence if the version is missing, or {@link NewerShow}. */
function upgraded(content: ShowContent): ShowContent {
  const { version } = content;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new Error(texts.show.noVersion);
  if (version > showVersion) throw new NewerShow(texts.settings.newer);
  const result = upgrades.slice(version - 1).reduce((before, upgrade) => upgrade(before), content);
  return { ...result, version: showVersion };
}

/** A newer version wrote the file, which must not be changed. */
export class NewerShow extends Error {}
