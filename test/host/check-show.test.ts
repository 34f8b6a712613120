import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockData } from '../../node/data-lock.ts';
import { askRunningDesk, readOnly } from '../../host/check-show.ts';
import { memorySettings } from '../kit/desk/scripted-ports.ts';
import { startHost } from '../kit/programs/host-program.ts';

const program = fileURLToPath(new URL('../../host/check-main.ts', import.meta.url));
let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'check-show-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Runs the check of a terminal. Gives its exit code and what it printed. */
async function check(...flags: string[]): Promise<{ code: unknown; printed: string; said: string }> {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let said = '';
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, printed, said };
}
const things = (printed: string): string[] => printed.split('\n').map((line) => line.split(':')[0]?.trim() ?? '');

describe('npm run check-show', () => {
  it('asks the desk that runs, and leaves it to the next browser', async () => {
    const host = await startHost(data);
    try {
      const before = readFileSync(join(data, 'address'), 'utf8');
      const { code, printed, said } = await check('--data', data);
      expect([code, said]).toEqual([0, '']);
      expect(printed).toMatch(
        /^(good|LOOK) {6}service http:\/\/127\.0\.0\.1:\d+: It is ready, and answers in \d+ ms\.$/m,
      );
      expect(printed).toMatch(/^LOOK {6}output Evening News: No output page draws this show\.$/m);
      expect(readFileSync(join(data, 'address'), 'utf8')).not.toBe(before);
      // It was let in for one answer only.
      expect(() => readFileSync(join(data, 'browsers.json'))).toThrow('ENOENT');
    } finally {
      await host.close();
    }
  });

  it('opens the connections of a desk that does not run, and saves nothing', async () => {
    const settings = {
      version: 1,
      connections: [{ kind: 'token', id: 'gone', name: 'Elsewhere', base: 'http://127.0.0.1:9', secret: null }],
    };
    writeFileSync(join(data, 'settings.json'), JSON.stringify(settings));
    const { code, printed } = await check('--data', data);
    expect(code).toBe(1);
    expect(things(printed)).toEqual(expect.arrayContaining(['FAILED    connection Elsewhere', 'FAILED    show']));
    expect(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8'))).toEqual(settings);
  });

  it('says where the check is while the window of the desk runs on the data, which gives no address', async () => {
    const unlock = lockData(data);
    try {
      expect(await check('--data', data)).toEqual({
        code: 2,
        printed: '',
        said: `A desk runs on ${data}, in a window of its own or for another user: press Check in its header.\n`,
      });
    } finally {
      unlock();
    }
  });

  it('says which desk has the show where it is on a share, whatever address a killed one left', async () => {
    const [own, other] = [join(data, 'own'), join(data, 'other')];
    const show = join(data, 'evening.overlayshow');
    for (const folder of [own, other]) {
      mkdirSync(folder);
      symlinkSync(show, join(folder, 'show.overlayshow'));
    }
    writeFileSync(join(own, 'address'), 'http://127.0.0.1:9/?token=left');
    const unlock = lockData(other);
    try {
      const { code, said } = await check('--data', own);
      expect([code, said]).toEqual([
        2,
        expect.stringMatching(`^Another desk has the show ${show}: the one on ${hostname()}\\. Watch it in `),
      ]);
    } finally {
      unlock();
    }
  });

  it('says where there is no desk, and names a wrong flag', async () => {
    expect(await check('--data', data)).toEqual({
      code: 2,
      printed: '',
      said: `There is no desk in ${data} yet. "npm start" makes one.\n`,
    });
    expect(await check('--dta', data)).toMatchObject({ code: 2, said: expect.stringContaining('--dta') as string });
  });
});

it('a running desk that hangs is named, and holds up no check', async () => {
  const hung = createServer();
  await once(hung.listen(0, '127.0.0.1'), 'listening');
  const { port } = hung.address() as AddressInfo;
  try {
    await expect(askRunningDesk(`http://127.0.0.1:${port}/?key=one`, 100)).rejects.toThrow('does not answer');
  } finally {
    hung.closeAllConnections();
    hung.close();
  }
});

describe('the settings of a desk that only checks', () => {
  it('are never written, and let no pair fail over by itself', () => {
    const backups = [{ main: { key: 'a' }, backup: { key: 'b' }, after: 0 }];
    const file = memorySettings({ version: 1, backups });
    const checked = readOnly(file);
    void checked.write({ version: 1 });
    expect([checked.read(), file.written]).toEqual([
      { version: 1, backups: [{ main: { key: 'a' }, backup: { key: 'b' }, after: null }] },
      [],
    ]);
    expect(() => checked.setAside()).toThrow('a check changes nothing');
  });

  it('name no drop folder, so nothing is imported', () => {
    const file = memorySettings({ version: 1, dropFolder: '/drop', deskName: 'Gallery A' });
    expect(readOnly(file).read()).toEqual({ version: 1, deskName: 'Gallery A' });
  });
});
