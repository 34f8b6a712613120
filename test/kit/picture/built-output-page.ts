import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the on-air page as it ships, into a directory of its own, and says where. */
export async function builtOutputPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'overlay-output-page-'));
  const configFile = fileURLToPath(new URL('../../../build/vite/output.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir } });
  return outDir;
}
