import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { showFile } from '../../../node/show/show-file.ts';
import { runs } from '../../kit/runs.ts';

const program = fileURLToPath(new URL('../../kit/desk/show-file-program.ts', import.meta.url));
const kills = runs(200, 4);

it(`the file of a show survives ${kills} kills while it is saved, whole and never older than what was saved`, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'show-kill-'));
  const path = join(directory, 'evening.overlayshow');
  let saved = -1;
  for (let kill = 0; kill < kills; kill += 1) {
    const saving = spawn(process.execPath, [program, path, String(saved + 1)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(saving, 'exit');
    // Each one is killed after another number of saves, and somewhere within the next.
    const last = saved + 1 + (kill % 7);
    createInterface({ input: saving.stdout }).on('line', (line) => {
      saved = Number(line);
      if (saved === last) setTimeout(() => saving.kill('SIGKILL'), kill % 5);
    });
    await ended;
    const file = showFile(path, () => Date.now());
    const { at } = file.read() as { at: number };
    expect([file.problem(), at >= saved]).toEqual(['', true]);
    saved = at;
  }
  const versions = await showFile(path, () => Date.now()).versions();
  expect(versions.every(({ edit }) => /^Edit \d+$/.test(edit))).toBe(true);
  rmSync(directory, { recursive: true });
});
