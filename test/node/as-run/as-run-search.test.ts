import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chained, chainStart } from '../../../node/as-run/as-run-search.ts';
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

/** The number of lines; one of each 20,000 is a rare one. */
const lines = runs(50, 10) * 20_000;
const isRare = (seq: number): boolean => seq % 20_000 === 12_345;

async function fill(): Promise<void> {
  const log = openAsRunLog(data, { clock: new ManualClock() });
  await log.search({ query: {}, next: null, size: 1 });
  await log.close();
  const database = new DatabaseSync(join(data, 'as-run', 'as-run.db'));
  const insert = database.prepare('INSERT INTO lines (seq, at, hash, text) VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  let end = chainStart;
  while (end.seq < lines) {
    const action = isRare(end.seq + 1) ? 'The rare one' : 'Take In';
    for (const row of chained([asRunLineOf({ action })], end)) {
      insert.run(row.seq, row.at, row.hash, row.text);
      end = row;
    }
  }
  database.exec('COMMIT');
  database.close();
}

describe('a search through a million lines', () => {
  it('finds each one, needs no heap for them, and gives everything else its turn', async () => {
    await fill();
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=24',
      program,
      data,
      'The rare one',
    ]);
    const { found, problems, pages, turns } = JSON.parse(stdout) as Record<string, any>;
    const rare = Array.from({ length: lines / 20_000 }, (_, nth) => nth * 20_000 + 12_345);
    expect({ found, problems }).toEqual({ found: rare.reverse(), problems: [] });
    expect(pages).toBeGreaterThan(lines / 20_000);
    expect(turns).toBeGreaterThan(lines / 200);
  });
});
