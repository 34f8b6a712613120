import { z } from 'zod';
import type { Settings } from './settings.ts';

const Entries = z.record(z.string(), z.unknown());

/** Reads a member entry by entry. A wrong entry is reported, stays in the file under another name, and costs no other. */
export function keptRecord<Schema extends z.ZodType>(
  settings: Settings,
  name: string,
  schema: Schema,
): Record<string, z.infer<Schema>> {
  const all = Object.entries(settings.member(name, Entries) ?? {});
  const read = all.map(([key, entry]) => ({ key, entry, ...schema.safeParse(entry) }));
  const wrong = read.flatMap(({ key, entry, error }) => (error ? { key, entry, error } : []));
  for (const { key, error } of wrong) settings.leftOut(`${name} ${key}`, error, [name, key]);
  if (wrong.length > 0) {
    const aside = `${name} set aside`;
    const earlier = settings.member(aside, Entries);
    settings.save(aside, { ...earlier, ...Object.fromEntries(wrong.map(({ key, entry }) => [key, entry])) });
  }
  return Object.fromEntries(read.flatMap(({ key, success, data }) => (success ? [[key, data]] : [])));
}
