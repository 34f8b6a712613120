import type { OverlayError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusal.ts';

/** The content of a form: the file, and its name. */
export interface FormBody {
  file: Uint8Array;
  /** The field `name`, or else the original name of the file. */
  name?: string | undefined;
}

/** The most parts of a form, the most bytes of the headers of each, and of a field. */
const most = { parts: 20, head: 8 * 1024, field: 1024 };

interface Part {
  key: string;
  /** The original name of a file; undefined for a field. */
  filename: string | undefined;
  bytes: Buffer;
}

/**
 * Reads a multipart form: one file, under the key `file`, and perhaps its name. Other fields are ignored. Throws
 * `body-invalid`. Source: RFC 7578.
 */
export function readForm(given: Uint8Array, boundary: string): FormBody {
  let file: Uint8Array | undefined;
  let [name, filename]: (string | undefined)[] = [];
  let files = 0;
  for (const part of partsOf(Buffer.from(given.buffer, given.byteOffset, given.byteLength), boundary)) {
    const isFile = part.key === 'file';
    if (isFile || part.filename !== undefined) files += 1;
    if (isFile) [file, filename] = [part.bytes, part.filename];
    else if (part.key === 'name') name = part.bytes.toString('utf8', 0, most.field);
  }
  if (files > 1) throw refusal([{ path: 'file', message: `expected one file, got ${files}` }]);
  if (!file) throw noForm();
  return { file, name: name ?? filename };
}

const headEnd = Buffer.from('\r\n\r\n');

function* partsOf(bytes: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // Nothing comes before the first delimiter, as a rule not even its line break.
  const bare = delimiter.subarray(2);
  let at = bytes.subarray(0, bare.length).equals(bare) ? bare.length : after(bytes, delimiter, 0).end;
  for (let count = 0; bytes.toString('latin1', at, at + 2) !== '--'; count += 1) {
    if (count >= most.parts) throw broken(`it has more than ${most.parts} parts`);
    // The line break of the delimiter is also that of an empty head.
    const head = after(bytes.subarray(at, at + most.head), headEnd, 0);
    const { start, end } = after(bytes, delimiter, at + head.end);
    yield { ...named(bytes.toString('utf8', at, at + head.start)), bytes: bytes.subarray(at + head.end, start) };
    at = end;
  }
}

/** Where something is found, and where it ends. Throws if the form ends before. */
function after(bytes: Buffer, what: Buffer, from: number): { start: number; end: number } {
  const start = bytes.indexOf(what, from);
  if (start < 0) throw broken('it ends in the middle, or the head of a part is too long');
  return { start, end: start + what.length };
}

/** What the headers of a part call it. */
function named(head: string): Pick<Part, 'key' | 'filename'> {
  const [, disposition = ''] = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(head) ?? [];
  const words = [...disposition.matchAll(/;\s*(name|filename)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/gi)];
  const word = (wanted: string): string | undefined => {
    const found = words.find(([, name]) => name?.toLowerCase() === wanted);
    return found && (found[2]?.replaceAll('\\"', '"') ?? found[3] ?? '');
  };
  return { key: word('name') ?? '', filename: word('filename') };
}

/** The 400 for a body that is no form with a file. */
export function noForm(): OverlayError {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}

/** The 400 for a form that cannot be read. */
export function broken(why: string): OverlayError {
  return refusal([{ path: '', message: `expected a whole multipart form: ${why}` }]);
}
