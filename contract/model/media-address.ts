import type { Field, Payload, Value } from './field.ts';

/** Paths of a service with files, as in `service/http/media-server.ts`. */
const served = ['/media/', '/graphics/'];

/**
 * Whether the value is a picture or sound that no output page finds. Pages know web and data addresses, and the files of
 * their service, but no folder of a machine. Empty is none.
 */
export function isLostMedia({ type }: Pick<Field, 'type'>, value: Value): value is string {
  if ((type !== 'image' && type !== 'audio') || typeof value !== 'string' || value === '') return false;
  const url = URL.parse(value, 'http://service.invalid/');
  if (url?.host === 'service.invalid') return !served.some((folder) => url.pathname.startsWith(folder));
  return !['http:', 'https:', 'data:'].includes(url?.protocol ?? '');
}

/** By title of the field. */
export function lostMediaIn(values: Payload, fields: Iterable<Field>): { field: string; address: string }[] {
  const all = new Map(Object.entries(values));
  return [...fields].flatMap((field) => {
    const address = all.get(field.id) ?? '';
    return isLostMedia(field, address) ? { field: field.title || field.id, address } : [];
  });
}
