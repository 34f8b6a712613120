import { showVersion } from '../../contract/desk-api/show-file.ts';

type ShowContent = Record<string, unknown>;

/** Each entry upgrades to the next version, starting from version 1. */
const upgrades: readonly ((content: ShowContent) => ShowContent)[] = [];

/** Upgrades content to this version. Throws a sentence if the version is missing, or {@link NewerShow}. */
export function upgraded(content: ShowContent): ShowContent {
  const { version } = content;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new Error('it names no version');
  if (version > showVersion) throw new NewerShow('a newer version of Overlay Desk wrote it');
  const result = upgrades.slice(version - 1).reduce((before, upgrade) => upgrade(before), content);
  return { ...result, version: showVersion };
}

/** A newer version wrote the file, which must not be changed. */
export class NewerShow extends Error {}
