import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generated } from '../generate.ts';
import { root } from '../set-up.js';

/** Write every generated file. */
for (const [path, text] of generated()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}.`);
}
