import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function inTemporaryFolder<Value>(run: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'packing-'));
  try {
    return run(folder);
  } finally {
    // rpmbuild removes its build root itself.
    rmSync(folder, { recursive: true, force: true });
  }
}
