import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AsRunLine } from '../../../contract/desk-api/desk-api.ts';
import { openAsRunFile } from '../../../desk/node-ports/as-run-log.ts';

const line = (asked: string): AsRunLine => ({
  at: '2026-01-02T03:04:05.678Z',
  trigger: { kind: 'key', detail: 'F2' },
  asked,
  targets: [{ id: 'a', name: 'Lower Third' }],
  items: [{ subCompositionId: 'a', state: 'In' }],
  result: 'confirmed',
  reason: '',
  milliseconds: 3.5,
  revision: 7,
});

let directory = '';
let file = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'as-run-'));
  file = join(directory, 'show', 'as-run.jsonl');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const kept = (): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return `not JSON: ${text}`;
      }
    });

describe('the as-run file', () => {
  it('keeps every line in order, one JSON object each, and makes its directory', async () => {
    const log = openAsRunFile(file);
    void log.append(line('Take In'));
    void log.append(line('Take Out'));
    await log.close();
    expect(kept()).toEqual([line('Take In'), line('Take Out')]);
  });

  it('goes on after what an earlier desk wrote', async () => {
    const earlier = openAsRunFile(file);
    void earlier.append(line('Take In'));
    await earlier.close();
    const later = openAsRunFile(file);
    void later.append(line('Take Out'));
    await later.close();
    expect(kept()).toEqual([line('Take In'), line('Take Out')]);
  });

  it('does not glue a new line to half a line that a power cut left', async () => {
    await openAsRunFile(file).close();
    appendFileSync(file, '{"at":"2026-0');
    const log = openAsRunFile(file);
    void log.append(line('Take In'));
    void log.append(line('Take Out'));
    await log.close();
    expect(kept()).toEqual(['not JSON: {"at":"2026-0', line('Take In'), line('Take Out')]);
  });

  it('says so when a line cannot be kept', async () => {
    const log = openAsRunFile(file);
    await log.close();
    await expect(log.append(line('Take In'))).rejects.toThrow('The as-run log is closed.');
  });
});
