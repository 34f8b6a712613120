import { showVersion } from '../../contract/desk-api/show-file.ts';

type Content = Record<string, unknown>;

/** What makes the content of each version that of the next one; the first is of version 1. */
const upgrades: readonly ((content: Content) => Content)[] = [
  // Version 1 had no mapping in the show of a desk: `desk/controls/kept-mapping.ts` takes it out of the settings.
  (content) => content,
];

/** The content of a show file as this version has it. Throws a sentence if the file names no version, and {@link NewerShow}. */
export function upgraded(content: Content): Content {
  const { version } = content;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new Error('it names no version');
  if (version > showVersion) throw new NewerShow('a newer version of Overlay Desk wrote it');
  const result = upgrades.slice(version - 1).reduce((before, upgrade) => upgrade(before), content);
  return { ...result, version: showVersion };
}

/** A newer version wrote the file. It must stay as it is. */
export class NewerShow extends Error {}
