import { execFile } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { runs } from '../../kit/runs.ts';

const program = fileURLToPath(new URL('../../kit/desk/as-run-search-program.ts', import.meta.url));

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'as-run-'));
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

/** A log of so many files, each with the same 20,000 lines. */
async function fill(files: number): Promise<void> {
  const log = openAsRunLog(data, { clock: new ManualClock(), rules: { waiting: 20_000 } });
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    asRunLineOf({ action: at === 12_344 ? 'The rare one' : 'Take In' }),
  );
  await Promise.all(lines.map((line) => log.append(line)));
  await log.close();
  rmSync(join(data, 'as-run', 'end.json'));
  const [name = ''] = readdirSync(join(data, 'as-run'));
  for (let number = 2; number <= files; number++) {
    const other = name.replace('000001', String(number).padStart(6, '0'));
    linkSync(join(data, 'as-run', name), join(data, 'as-run', other));
  }
}

/** A million lines; never fewer than would fill the heap of the search several times. */
const files = runs(50, 10);

describe('a search through a million lines', () => {
  it('finds each one, in a heap of 24 MiB, and gives everything else its turn', async () => {
    await fill(files);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=24',
      program,
      data,
      'The rare one',
    ]);
    const { looked, found, pages, turns } = JSON.parse(stdout) as Record<string, any>;
    expect({ looked, found }).toEqual({ looked: files * 20_000, found: Array<number>(files).fill(12_345) });
    expect(pages).toBeGreaterThan(files / 5);
    // A piece of a file is some 150 lines.
    expect(turns).toBeGreaterThan(looked / 200);
  });
});
