import { errorIn, type OverlayError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusal.ts';

export interface FormBody {
  file: Uint8Array;
  /** The field `name`, or else the file's original name. */
  name?: string | undefined;
}

const longestName = 1024;

/** Reads a file under the key `file` and an optional name. `type`: with the boundary. Throws `body-invalid`. */
export async function readForm(bytes: Uint8Array, type: string): Promise<FormBody> {
  const parts = [...(await formOf(bytes, type))];
  const files = parts.flatMap(([key, value]) => (typeof value === 'string' ? [] : [{ key, value }]));
  if (files.length > 1) throw refusal([{ path: 'file', message: `expected one file, got ${files.length}` }]);
  const [file] = files;
  if (file?.key !== 'file') throw noForm();
  const [, name] = parts.findLast(([key, value]) => key === 'name' && typeof value === 'string') ?? [];
  return {
    file: await file.value.bytes(),
    name: typeof name === 'string' ? name.slice(0, longestName) : file.value.name,
  };
}

async function formOf(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    // Not shared with other threads.
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }).formData();
  } catch (thrown) {
    const { cause } = errorIn(thrown);
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw refusal([{ path: '', message: `expected a whole multipart form${why}` }]);
  }
}

export function noForm(): OverlayError {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}
