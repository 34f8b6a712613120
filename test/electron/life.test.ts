import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory } from '../../node/data-directory.ts';
import { liveView } from './ask-desk.ts';
import { openToOthers } from '../kit/open-to-others.ts';
import { startHost } from '../kit/programs/host-program.ts';
import { electronBinary, launchShell, type Shell, startAgain } from './launch-shell.ts';

let data: string;
let shell: Shell;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
});

afterEach(async () => {
  await shell.close();
  rmSync(data, { recursive: true });
});

/** Whether a service answers at an address of it. */
function answers(onairUrl: string | undefined): Promise<boolean> {
  return fetch(new URL('/healthz', onairUrl)).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe('the life of the shell', () => {
  it('brings screens that crashed back, while the desk goes on', async () => {
    shell = await launchShell({ data });
    const app = (await liveView(shell.page)).apps[0]?.app;
    const again = await shell.crashScreen('[typeof deskPipe.send, document.readyState]');
    expect(again).toEqual(['function', 'complete']);
    expect(await answers(app?.onairUrl)).toBe(true);
    expect(shell.log()).toContain('The screens are gone (crashed). They are being reloaded; the desk keeps running.');
  });

  it('ends the desk and its service when it quits', async () => {
    shell = await launchShell({ data });
    const app = (await liveView(shell.page)).apps[0]?.app;
    expect(await answers(app?.onairUrl)).toBe(true);
    await shell.close();
    expect(await shell.ended, shell.log()).toBe(0);
    expect(await answers(app?.onairUrl)).toBe(false);
  });

  it('ends the desk and its service when its window is closed', async () => {
    shell = await launchShell({ data });
    const app = (await liveView(shell.page)).apps[0]?.app;
    await shell.page.close();
    expect(await shell.ended, shell.log()).toBe(0);
    expect(await answers(app?.onairUrl)).toBe(false);
  });

  it('is in the same data directory as a desk in a browser, if none is named', async () => {
    const machine = { platform: process.platform, env: { XDG_DATA_HOME: data, LOCALAPPDATA: data }, home: data };
    shell = await launchShell({ env: { ...machine.env, HOME: data, USERPROFILE: data } });
    await liveView(shell.page);
    expect(openToOthers(dataDirectory(machine))).toEqual([]);
    expect(readdirSync(dataDirectory(machine))).toContain('desk.lock');
  });

  it('starts once on a data directory: a second start leaves it alone, and ends', async () => {
    shell = await launchShell({ data });
    const app = (await liveView(shell.page)).apps[0]?.app;
    const second = await startAgain(data);
    expect(second.code).toBe(0);
    expect(second.said).toContain(`Overlay Desk already runs on ${data}; its window is brought to the front.`);
    expect(await answers(app?.onairUrl)).toBe(true);
  });

  // Under Electron itself somebody would have to answer the question.
  it.skipIf('binary' in electronBinary())(
    'takes the show over from a desk in a browser, once the operator says so',
    async () => {
      const host = await startHost(data);
      shell = await launchShell({ data });
      await liveView(shell.page);
      expect(await host.ended).toBe(0);
      expect(host.said()).toContain('Another desk takes this show over, so this one ends.');
    },
  );

  it('keeps unreadable settings aside, and says so', async () => {
    writeFileSync(join(data, 'settings.json'), '{ "keys": [');
    shell = await launchShell({ data });
    const { notices } = await liveView(shell.page);
    const [, aside = ''] = /(\S+settings\.unreadable\S+\.json)/.exec(notices.map(({ text }) => text).join('\n')) ?? [];
    expect(readFileSync(aside, 'utf8')).toBe('{ "keys": [');
  });
});
