import { randomUUID } from 'node:crypto';
import { contentOf } from '../scene/content/content.ts';
import { compositionWith, gallery, type GalleryTemplate } from '../gallery/gallery.ts';
import { Refused } from './refused.ts';
import { writeNew } from './write-file.ts';

/** The designs of the gallery, one line each. */
export function galleryLines(): string[] {
  const widest = Math.max(...gallery.map(({ id }) => id.length));
  return gallery.map(({ id, name, description }) => `${id.padEnd(widest)}  ${name}: ${description}`);
}

/** Writes a composition of these designs into a file that does not exist yet. Throws {@link Refused}. */
export async function newFile({
  file,
  from,
  name,
}: {
  file: string;
  from: readonly string[];
  name: string;
}): Promise<void> {
  const content = contentOf(compositionWith(name, from.map(template), randomUUID));
  await writeNew(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

function template(wanted: string): GalleryTemplate {
  const found = gallery.find(({ id }) => id === wanted);
  if (!found) throw new Refused(`There is no design "${wanted}". new --list prints all of them.`);
  return found;
}
