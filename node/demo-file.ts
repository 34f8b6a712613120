import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import type { DeskPorts } from '../desk/ports.ts';

export function demoFileIn(directory: string): NonNullable<DeskPorts['writeDemo']> {
  return (name, text) => {
    const path = join(directory, name);
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    return path;
  };
}
