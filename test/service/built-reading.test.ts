import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Snapshot } from '../../contract/service-api/live-channel.ts';
import { builtService } from '../kit/built.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { type ServiceProgram, startServiceWith } from '../kit/service/service-program.ts';

let data: string;
let kept: string;
let program: ServiceProgram | undefined;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'overlay-reading-'));
  mkdirSync(join(data, 'read'));
  kept = join(data, 'read', '1');
});
afterEach(async () => {
  await kill();
  rmSync(data, { recursive: true });
});

async function kill(): Promise<void> {
  program?.process.kill('SIGKILL');
  await program?.ended;
}

/** Starts the built service anew after a kill. Gives what a reader is shown first, whenever it was sent. */
async function shownAfterKill(): Promise<Omit<Snapshot, 'now'>> {
  await kill();
  program = await startServiceWith({ program: builtService }, '--data', data, '--seed', 'demo');
  const { now: _now, ...shown } = (await readLive(program.ready, program.ready.apps[0]!.token).next()) as Snapshot;
  return shown;
}

/** Resolves when the service has kept what it read. */
function isKept(): Promise<void> {
  return new Promise((resolve) => {
    const watching = watch(join(data, 'read'), () => {
      if (!existsSync(kept)) return;
      watching.close();
      resolve();
    });
  });
}

it('the built service keeps what it read of a show, and shows the same after a kill -9, be it from that or not', async () => {
  const keeps = isKept();
  const first = await shownAfterKill();
  await keeps;
  const whole = readFileSync(kept);
  expect([await shownAfterKill(), readFileSync(kept).equals(whole)]).toEqual([first, true]);
  writeFileSync(kept, whole.subarray(0, 1_000));
  expect(await shownAfterKill()).toEqual(first);
});
