import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acceptedPath, brokenPromises } from '../open-api-changes.ts';
import { generated } from '../generate.ts';
import { root } from '../set-up.js';

/** Skips the accepted API if a change breaks clients and `--accept` is missing. */
const files = generated();
const document = files.get('docs/openapi.json') ?? '';
const broken = brokenPromises(document);
if (broken.length === 0 || process.argv.includes('--accept')) files.set(acceptedPath, document);
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}.`);
}
if (!files.has(acceptedPath)) console.log(`Left ${acceptedPath} unchanged, because these changes break clients:`);
for (const change of broken) console.log(`  ${change}`);
