import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patience } from '../../build/test-patience.ts';
import { hostHelp } from '../../host/usage.js';
import { openToOthers } from '../kit/open-to-others.ts';
import { hostOf, startHost, startHostProgram } from '../kit/programs/host-program.ts';
import { type Screen, screenAt, viewWhen } from '../kit/programs/screen-at.ts';

const program = fileURLToPath(new URL('../../host/main.ts', import.meta.url));

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'host-main-'));
});
afterEach(() => {
  rmSync(data, { recursive: true, force: true });
});

/** Start the host where it cannot start; gives what it said. */
function refusedStart(...flags: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--no-open', ...flags], {
    encoding: 'utf8',
    timeout: patience.wait,
  });
  return { status, stdout, stderr };
}

describe('the host', () => {
  it('opens the desk on the demo show, lets a second screen in by a fresh address, and ends cleanly', async () => {
    const host = await startHostProgram(program, data);
    try {
      const first = await screenAt(host.address);
      const view = await viewWhen(first.link, ({ apps }) => apps[0]?.connection.status === 'live');
      expect(view.model[0]?.name).toBe('Evening News');
      await expect.poll(() => view.sourceViews['demo-guests']?.state).toBe('LIVE');
      const fresh = /Another one can connect at (http:\S+)/.exec(host.said())?.[1] ?? '';
      const second = await screenAt(fresh);
      expect((await second.link.call('watch', {})).apps[0]?.connection.status).toBe('live');
      first.close();
      second.close();
    } finally {
      await host.close();
    }
    expect(host.said()).toContain('The service is stopping.');
    expect(host.printed()).toContain(
      'An address lets one browser in, once. Another start with --address prints the next one.',
    );
  });

  it('opens its window by a file of its user, with the address on no command line', async () => {
    const browser = join(data, 'browser.sh');
    writeFileSync(browser, '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.args"\nexec sleep 1000\n', { mode: 0o700 });
    const env = { ...process.env, DISPLAY: ':0', OVERLAY_BROWSER: browser };
    const own = join(data, 'own');
    const words = [program, '--port', '0', '--data', own];
    const host = await hostOf(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env }), own);
    try {
      await expect.poll(() => existsSync(`${browser}.args`) && readFileSync(`${browser}.args`, 'utf8')).toMatch(/\n$/);
      const [app = ''] = readFileSync(`${browser}.args`, 'utf8').split('\n');
      expect(app).toBe(`--app=${pathToFileURL(join(own, 'window.html')).href}`);
      expect(readFileSync(`${browser}.args`, 'utf8')).not.toContain('http:');
      const address = /url=(http:[^"]+)/.exec(readFileSync(join(own, 'window.html'), 'utf8'))?.[1] ?? '';
      const screen = await screenAt(address);
      expect((await screen.link.call('watch', {})).connections).toHaveLength(1);
      screen.close();
    } finally {
      await host.close();
    }
  });

  it('keeps its data from the other users of the machine', async () => {
    const own = join(data, 'own');
    const host = await startHost(own);
    try {
      const { link, close } = await screenAt(host.address);
      await viewWhen(link, ({ apps }) => apps[0]?.connection.status === 'live');
      await expect.poll(() => existsSync(join(own, 'show.overlayshow'))).toBe(true);
      expect(openToOthers(own)).toEqual([]);
      close();
    } finally {
      await host.close();
    }
  });

  it('keeps what was done in the as-run log, and hands out the log and a support bundle without any secret', async () => {
    const host = await startHost(data);
    try {
      const { link, close, fetchFile } = await screenAt(host.address);
      const { model } = await viewWhen(link, ({ apps }) => apps[0]?.connection.status === 'live');
      const [target] = model[0]?.subcompositions ?? [];
      if (!target) throw new Error('The show is empty.');
      await link.call('signOn', { name: 'Grace' });
      await link.call('do', { action: { do: 'take', subComposition: target.id, to: 'In', action: 'play' } });
      await viewWhen(link, ({ asRun }) => asRun.length > 0);
      const search = { query: { operator: 'grace', target: target.id }, next: null, size: 10 };
      await expect.poll(async () => (await link.call('searchAsRun', search)).lines.length).toBe(1);
      const table = await fetchFile(await link.call('exportAsRun', { query: {}, format: 'csv' }));
      expect(table.toString().split('\r\n')[1]).toMatch(
        /^1,".*Z",".*Z","Grace","screen","1",.*"Take In",.*"confirmed"/,
      );
      const bundle = await fetchFile(await link.call('supportBundle', {}));
      expect(bundle.subarray(0, 2).toString()).toBe('PK');
      close();
    } finally {
      await host.close();
    }
  });

  it('takes the show over from the desk that runs on the data, which saves everything and ends', async () => {
    const first = await startHost(data);
    const screen = await screenAt(first.address);
    await screen.link.call('editRundown', { edit: 'addRundown', name: 'Late edit' });
    const second = await startHost(data, '--take-over');
    try {
      expect(await first.ended).toBe(0);
      expect(first.said()).toContain('Another desk takes this show over, so this one ends.');
      const taken = await screenAt(second.address);
      const { rundowns } = await taken.link.call('watch', {});
      expect(rundowns.map(({ name }) => name)).toContain('Late edit');
      taken.close();
    } finally {
      await second.close();
    }
  });

  it('has a show on a share alone: a second desk with data of its own is told, and may take it over with nothing lost', async () => {
    const [own, other, share] = ['own', 'other', 'share'].map((name) => join(data, name)) as [string, string, string];
    const show = join(share, 'evening.overlayshow');
    for (const folder of [own, other, share]) mkdirSync(folder);
    for (const folder of [own, other]) symlinkSync(show, join(folder, 'show.overlayshow'));
    const names = async ({ link }: Screen): Promise<string[]> =>
      (await link.call('watch', {})).rundowns.map(({ name }) => name);
    const first = await startHost(own);
    const screen = await screenAt(first.address);
    await viewWhen(screen.link, ({ keys }) => keys.length > 0);
    await screen.link.call('editRundown', { edit: 'addRundown', name: 'Late edit' });
    await expect.poll(() => existsSync(show) && readFileSync(show, 'utf8')).toContain('Late edit');
    const before = readFileSync(show, 'utf8');
    // The desk of the second was killed, and its address opens nothing any more.
    writeFileSync(join(other, 'address'), 'http://left.invalid/');
    const refused = refusedStart('--port', '0', '--data', other);
    expect([refused.status, refused.stderr.trim()]).toEqual([
      1,
      expect.stringMatching(
        `Another desk has the show ${show}: the one on ${hostname()}. Watch it in the window of that desk, take it over with --take-over, or take the link in ${other} away, for a show of its own.$`,
      ),
    ]);
    // Compiled code is kept there too, if there was time for it.
    const left = readdirSync(other).filter((name) => name !== 'cache');
    expect([readFileSync(show, 'utf8'), left]).toEqual([before, ['address', 'desk.lock', 'show.overlayshow']]);
    await screen.link.call('editRundown', { edit: 'addRundown', name: 'Even later' });
    const second = await startHost(other, '--take-over');
    try {
      expect(await first.ended).toBe(0);
      expect(first.said()).toContain('Another desk takes this show over, so this one ends.');
      const taken = await screenAt(second.address);
      expect(await names(taken)).toEqual(['Evening News', 'Late edit', 'Even later']);
      const again = refusedStart('--port', '0', '--data', own);
      expect(again.stderr).toContain(`Another desk has the show ${show}: the one on ${hostname()}.`);
      await taken.link.call('editRundown', { edit: 'addRundown', name: 'Of the second' });
      const versions = await taken.link.call('listVersions', {});
      expect(versions.map(({ edit }) => edit)).toContain('Add rundown Late edit');
      taken.close();
      for (const folder of [own, other])
        expect(lstatSync(join(folder, 'show.overlayshow')).isSymbolicLink(), folder).toBe(true);
    } finally {
      await second.close();
    }
    const back = await startHost(own);
    try {
      const screenBack = await screenAt(back.address);
      expect(await names(screenBack)).toEqual(['Evening News', 'Late edit', 'Even later', 'Of the second']);
      screenBack.close();
      expect(readdirSync(share).sort()).toEqual([
        'evening.generations',
        'evening.overlayshow',
        'evening.overlayshow.holder',
        'evening.overlayshow.lock',
      ]);
    } finally {
      await back.close();
    }
  });

  it('does not open twice on the same data, but lets a browser into the desk that runs, as often as it is started', async () => {
    const host = await startHost(data);
    const again = (): { status: number | null; stdout: string } => refusedStart('--port', '0', '--data', data);
    const addressIn = (said: string): string => /^The desk runs already\. It is at (http:\S+)\n$/.exec(said)?.[1] ?? '';
    try {
      for (let time = 0; time < 2; time++) {
        const { status, stdout } = again();
        expect([status, new URL(addressIn(stdout)).origin]).toEqual([0, new URL(host.address).origin]);
        const screen = await screenAt(addressIn(stdout));
        expect((await screen.link.call('watch', {})).connections).toHaveLength(1);
        screen.close();
      }
      expect(refusedStart('--port', '0', '--data', data, '--forget-browsers').stderr).toContain('from its next start');
    } finally {
      await host.close();
    }
  });

  it('tells the address of the desk that runs on the data, and starts none where none runs', async () => {
    const none = join(data, 'none');
    expect(refusedStart('--address', '--data', none)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(`No desk runs on ${none}.`) as string,
    });
    expect(existsSync(none)).toBe(false);
    const host = await startHost(data);
    try {
      expect(refusedStart('--address', '--data', data)).toEqual({ status: 0, stdout: `${host.address}\n`, stderr: '' });
    } finally {
      await host.close();
    }
    // Drivers of the host that ended keep what Node compiled of them, and may do so only now.
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'address'), 'http://left.invalid/');
    expect(refusedStart('--address', '--data', data).stderr).toContain(`No desk runs on ${data}.`);
  });

  it('answers --help and --version, names an unknown flag, and touches no data', () => {
    const none = join(data, 'none');
    const said = (flag: string) => refusedStart(flag, '--data', none);
    expect(said('--help')).toEqual({ status: 0, stdout: `${hostHelp}\n`, stderr: '' });
    expect(said('--version')).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /^Overlay Desk \d+\.\d+\.\d+ \(not packaged\)\nRuns on \w+, \w+, with Node [\d.]+\.\n$/,
      ) as string,
      stderr: '',
    });
    expect(said('--prot')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--prot'\. Try --help\.\n$/) as string,
    });
    expect(existsSync(none)).toBe(false);
  });

  it('says that its port is in use, which flag chooses another, and leaves nothing running', async () => {
    const host = await startHost(data);
    const other = mkdtempSync(join(tmpdir(), 'host-main-other-'));
    try {
      const { port } = new URL(host.address);
      const { status, stderr } = refusedStart('--port', port, '--data', other);
      expect(status).toBe(1);
      expect(stderr).toContain(
        `Port ${port} is in use, perhaps by another desk. Choose another with --port N, or any free one with --port 0.`,
      );
    } finally {
      await host.close();
      rmSync(other, { recursive: true });
    }
  });

  it('comes up on a broken database: everything is UNKNOWN with the reason, and the file is as it was', async () => {
    mkdirSync(join(data, 'service'));
    const database = join(data, 'service', 'service.db');
    writeFileSync(database, 'this is no database, but it may be the only copy of a show');
    const host = await startHost(data);
    try {
      const { link, close } = await screenAt(host.address);
      const view = await viewWhen(link, ({ connections }) => connections[0]?.reason.includes('service.db') === true);
      expect([view.apps, view.connections[0]?.status]).toEqual([[], 'opening']);
      expect(view.connections[0]?.reason).toContain(database);
      expect(readFileSync(database, 'utf8')).toBe('this is no database, but it may be the only copy of a show');
      close();
    } finally {
      await host.close();
    }
  });
});
