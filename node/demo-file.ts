import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskPorts } from '../desk/ports.ts';

export function demoFileIn(directory: string): NonNullable<DeskPorts['writeDemo']> {
  return (name, text) => {
    const path = join(directory, name);
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return path;
  };
}
