import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startService, type ServiceProgram } from '../kit/service-program.ts';
import { ids } from '../kit/small-show.ts';
import { startSmallService } from '../kit/small-service.ts';

let data: string;
let program: ServiceProgram | undefined;
beforeEach(() => (data = mkdtempSync(join(tmpdir(), 'overlay-kill-'))));
afterEach(async () => {
  program?.process.kill('SIGKILL');
  await program?.ended;
  rmSync(data, { recursive: true });
});

const owners = { line1: ids.lowerThird, line2: ids.lowerThird, team: ids.home, channel: ids.root };
const fields = Object.keys(owners) as (keyof typeof owners)[];

/** No text is written twice, so that a value tells which request it came from. */
let lastText = 0;

interface Held {
  values: Record<string, string>;
  revision: number;
}

async function held(app: string): Promise<Held> {
  const response = await fetch(app);
  const items = (await response.json()) as { subCompositionId: string; payload: Record<string, string> }[];
  const value = (field: keyof typeof owners): string =>
    items.find((item) => item.subCompositionId === owners[field])?.payload[field] ?? '';
  return {
    values: Object.fromEntries(fields.map((field) => [field, value(field)])),
    revision: Number(response.headers.get('etag')?.replaceAll('"', '')),
  };
}

/** Write one text after another into a field until the service is gone: the texts it answered for, and the last asked. */
async function writeUntilDead(app: string, field: keyof typeof owners, onAnswer: () => void) {
  const answered: string[] = [];
  for (;;) {
    lastText += 1;
    const text = String(lastText);
    const body = JSON.stringify([{ subCompositionId: owners[field], payload: { [field]: text } }]);
    const headers = { 'content-type': 'application/json' };
    const ok = await fetch(app, { method: 'PATCH', headers, body }).then(
      (response) => response.ok,
      () => false,
    );
    if (!ok) return { field, answered, asked: text };
    answered.push(text);
    onAnswer();
  }
}

it('nothing that was answered for is lost when the service is killed in the middle of writing', async () => {
  await (await startSmallService({ data })).close();
  for (const deadly of [1, 60, 17, 130, 4]) {
    program = await startService('--data', data);
    const app = `${program.ready.url}/apiv2/controlapps/${program.ready.apps[0]!.token}/control`;
    const before = await held(app);
    let answers = 0;
    const onAnswer = (): void => {
      answers += 1;
      if (answers === deadly) program?.process.kill('SIGKILL');
    };
    const written = await Promise.all(fields.map((field) => writeUntilDead(app, field, onAnswer)));
    await program.ended;

    program = await startService('--data', data);
    const after = await held(app);
    // Of each writer one request was under way: it may have been stored without its answer getting through.
    for (const { field, answered, asked } of written) {
      expect([answered.at(-1) ?? before.values[field], asked]).toContain(after.values[field]);
    }
    expect(after.revision - before.revision).toBeGreaterThanOrEqual(answers);
    expect(after.revision - before.revision).toBeLessThanOrEqual(answers + fields.length);
    program.process.kill('SIGKILL');
    await program.ended;
  }
  const database = new DatabaseSync(join(data, 'service.db'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
}, 60_000);
