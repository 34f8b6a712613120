import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cue } from '../../../contract/desk-api/cue.ts';
import { accountFile } from '../../../node/secret-file.ts';
import { serviceIn } from '../../../host/processes.ts';
import { fieldId } from '../../../integrations/companion/inputs.ts';
import OverlayDesk from '../../../integrations/companion/main.ts';
import { CompanionHost } from '../../kit/companion/companion-host.ts';
import { type RunningDesk, startDesk } from '../../kit/desk/running-desk.ts';
import { freePort } from '../../kit/free-port.ts';

let directory = '';
let desk: RunningDesk;
let port = 0;
let token = '';
let client = '';
let companion: CompanionHost;
let third = '';

/** The process of the service whose data is in the directory of this test. */
function servicePid(): number {
  const isService = (pid: string): boolean => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words.includes(join(directory, 'service')) && words.some((each) => each.includes('service/main'));
    } catch {
      return false; // It ended while it was looked at.
    }
  };
  return Number(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .find(isService),
  );
}

const serve = (on: boolean) => desk.screen.call('setRemote', { on, reach: 'machine', port });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'companion-flow-'));
  const own = join(directory, 'service');
  desk = await startDesk({ launch: serviceIn(own, () => undefined), accountFile: accountFile(own) });
  await desk.until(({ apps }) => apps[0]?.connection.status === 'live');
  port = await freePort();
  await serve(true);
  third = desk.id('Lower Third');
});
afterAll(async () => {
  await serve(false);
  await desk.close();
  rmSync(directory, { recursive: true });
});

beforeEach(async () => {
  const added = await desk.screen.call('addRemoteClient', { name: 'Companion', right: 'fire', addresses: [] });
  ({ token, id: client } = added);
  companion = new CompanionHost(OverlayDesk);
});
afterEach(async () => {
  await companion.instance.destroy();
  await desk.screen.call('removeRemoteClient', { id: client }).catch(() => undefined);
});

/** Companion is connected, and knows the names of the show. */
async function connected(): Promise<void> {
  await companion.instance.init({ host: '127.0.0.1', port }, true, { token });
  await companion.until(() => companion.status.is === 'ok' && `sub-${third}` in companion.presets);
}

describe('Companion with the module, before a real desk with its service', () => {
  it('takes a sub-composition, and its lamp is lit once the service has confirmed; UNKNOWN while that is killed', async () => {
    await connected();
    const onAir = companion.place('tally_on_air', { sub: third });
    const unknown = companion.place('tally_unknown', { sub: third });
    const connection = companion.place('connected', {});
    expect([onAir.had, unknown.had, connection.had]).toEqual([[false], [false], [true]]);

    await companion.press('take_in', { sub: third });
    await companion.until(() => companion.isLit(onAir));
    await desk.until(({ subs }) => subs[third]?.tally === 'ON AIR');
    expect([companion.variables['last_refusal'], companion.variables['tally_lower_third']]).toEqual(['', 'ON AIR']);
    expect(companion.variables['on_air_count']).toBe(1);
    await expect
      .poll(() => desk.lines.at(-1))
      .toMatchObject({ trigger: { kind: 'api', detail: 'Companion' }, result: 'confirmed' });

    const lines = desk.lines.length;
    process.kill(servicePid(), 'SIGKILL');
    await companion.until(() => companion.isLit(unknown));
    expect([companion.isLit(onAir), companion.isLit(connection), companion.variables['tally_lower_third']]).toEqual([
      false,
      false,
      'UNKNOWN',
    ]);
    // The desk starts its service again, and nothing is pressed by that.
    await companion.until(() => companion.isLit(onAir) && companion.isLit(connection));
    expect([onAir.had, unknown.had, desk.lines.length]).toEqual([
      [false, true, false, true],
      [false, true, false],
      lines,
    ]);

    await companion.press('take_out', { sub: third, to: 'Out' });
    await companion.until(() => !companion.isLit(onAir));
  });

  it('sets a value, fires the next cue, and says why the desk refuses a press', async () => {
    await connected();
    const field = fieldId(third, nameField());
    await companion.press('set', { field, value: 'Ada Lovelace', send: false });
    await desk.until(({ subs }) => subs[third]?.staged[nameField()] === 'Ada Lovelace');

    const [, group = ''] = await desk.screen.call('editRundown', { edit: 'addRundown', name: 'Tonight' });
    const guest = Cue.omit({ id: true }).parse({
      number: '12.5',
      name: 'Guest',
      steps: [{ targets: [{ subComposition: third, name: 'Third', state: 'In' }] }],
    });
    const [cue = ''] = await desk.screen.call('editRundown', { edit: 'addCues', group, before: null, cues: [guest] });
    const isNext = companion.place('next_cue', { cue });
    const cueOnAir = companion.place('cue_on_air', { cue });
    await companion.until(() => companion.isLit(isNext) && companion.variables['next_cue_name'] === 'Guest');
    expect([cueOnAir.had, companion.presets[`cue-${cue}`]?.name]).toEqual([[false], '12.5 Guest']);
    await companion.press('go', { rundown: '' });
    await companion.until(() => companion.isLit(cueOnAir));
    expect(companion.variables['last_refusal']).toBe('');

    await companion.press('take_in', { sub: 'nothing/here' });
    expect(companion.variables['last_refusal']).toMatch(/\S/);
    expect(companion.logged.at(-1)).toBe(`Take In: ${String(companion.variables['last_refusal'])}`);

    await companion.press('panic', { app: '', guard: 'twice' });
    expect(desk.view.asRun[0]?.action).not.toBe('Panic');
    await companion.press('panic', { app: '', guard: 'held' });
    await companion.until(() => companion.variables['on_air_count'] === 0);
  });

  it('tells a wrong token from a desk that is gone, and comes back by itself', async () => {
    await companion.instance.init({ host: '127.0.0.1', port }, true, { token: 'wrong' });
    await companion.until(() => companion.status.is === 'authentication_failure');
    expect(companion.status.message).toBe(texts.remote.tokenWrong);

    await companion.instance.configUpdated({ host: '127.0.0.1', port }, { token });
    await companion.until(() => companion.status.is === 'ok');
    const lines = desk.lines.length;
    await serve(false);
    await companion.until(() => companion.status.is === 'disconnected');
    await companion.press('take_in', { sub: third });
    expect(companion.variables['last_refusal']).toBe(errorTable['not-connected'].operator);
    await serve(true);
    await companion.until(() => companion.status.is === 'ok');
    expect(companion.statuses).toEqual([
      'connecting',
      'authentication_failure',
      'connecting',
      'ok',
      'disconnected',
      'ok',
    ]);

    await desk.screen.call('removeRemoteClient', { id: client });
    await companion.until(() => companion.status.is === 'authentication_failure');
    expect(desk.lines.length).toBe(lines);
  });

  it('is not set up without a token', async () => {
    await companion.instance.init({ host: '127.0.0.1', port }, true, undefined);
    expect(companion.status).toEqual({
      is: 'bad_config',
      message: 'Add a client on the desk, and paste its token here.',
    });
    expect(companion.instance.getConfigFields().map(({ id, type }) => [id, type])).toEqual([
      ['host', 'textinput'],
      ['port', 'number'],
      ['token', 'secret-text'],
    ]);
  });
});

/** The id of the first text of the lower third. */
function nameField(): string {
  const node = desk.view.model[0]?.subcompositions.find(({ id }) => id === third);
  return node?.model.find(({ type }) => type === 'text')?.id ?? '';
}
