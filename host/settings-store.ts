import Conf from 'conf';
import { settingsFile, settingsOptions } from '../node/settings-file.ts';
import type { SettingsPort } from '../desk/ports.ts';

export function settingsStore(directory: string): SettingsPort {
  const open = () => new Conf<Record<string, unknown>>({ ...settingsOptions, cwd: directory, configName: 'settings' });
  return settingsFile(directory, open, () => Date.now());
}
