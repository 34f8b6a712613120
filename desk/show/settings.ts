import { z } from 'zod';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { SettingsPort } from '../ports.ts';

/** The settings file. `keys` is absent until a show gave the desk something to map. */
export const Settings = z.object({ version: z.literal(1), keys: z.array(KeyBinding).optional() });
export type Settings = z.infer<typeof Settings>;

/** The settings that can be used, and what the operator must know of the rest. */
export interface LoadedSettings {
  keys: KeyBinding[] | undefined;
  problems: string[];
}

const Loose = z.object({ version: z.literal(1), keys: z.array(z.unknown()).optional() });

/**
 * Read the settings. A file that cannot be read at all is put aside and named; a mapping that is wrong is left out and
 * named, with the file untouched, so that one typing error costs one key.
 */
export function loadSettings(port: SettingsPort): LoadedSettings {
  let content: unknown;
  try {
    content = port.read();
  } catch (error) {
    return setAside(port, (error as Error).message);
  }
  if (content === undefined) return { keys: undefined, problems: [] };
  const settings = Loose.safeParse(content);
  if (!settings.success) return setAside(port, z.prettifyError(settings.error));
  if (!settings.data.keys) return { keys: undefined, problems: [] };
  const checked = settings.data.keys.map((key) => KeyBinding.safeParse(key));
  return {
    keys: checked.flatMap((key) => (key.success ? [key.data] : [])),
    problems: checked.flatMap((key, at) =>
      key.success ? [] : [`${port.file}, keys[${at}]: ${z.prettifyError(key.error)}. This key does nothing.`],
    ),
  };
}

function setAside(port: SettingsPort, why: string): LoadedSettings {
  const kept = port.setAside();
  return {
    keys: undefined,
    problems: [
      `${port.file} could not be read (${why}). It is kept as ${kept}; the desk goes on with its own mapping.`,
    ],
  };
}

/** Write the mapping that a first show gave the desk. */
export function saveKeys(port: SettingsPort, keys: KeyBinding[]): void {
  port.write({ version: 1, keys } satisfies Settings);
}
