import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorIn, type OverlayError } from '../../../contract/errors.ts';
import { settled } from '../../kit/manual-clock.ts';
import { ScriptedPorts } from '../../kit/desk/scripted-ports.ts';
import { openLiveShow } from '../../kit/service/scripted-show.ts';

const saysId = /^Something went wrong in the desk\. Its log says why, under the id ([0-9a-f]{8})\.$/;

/** The id that a sentence for the operator names. */
function idIn(text: string | undefined): string {
  const [, id] = saysId.exec(text ?? '') ?? [];
  if (id === undefined) throw new Error(`"${text}" names no id.`);
  return id;
}

/** The outside world of a desk in which every update is rejected so. */
function portsThatReject(thrown: Error): ScriptedPorts {
  const ports = new ScriptedPorts();
  const { request } = ports.connection;
  ports.connection.request = (asked, signal) =>
    asked.method === 'PATCH' ? Promise.reject(thrown) : request(asked, signal);
  return ports;
}

describe('a fault that nobody expected', () => {
  it('in a call is logged with its cause, under the id that the screen is told', async () => {
    const { ports, screen } = await openLiveShow();
    const mistake = new TypeError('undefined is not a function');
    ports.clock.now = () => {
      throw mistake;
    };
    const asked = screen.call('do', {
      action: { do: 'set', subComposition: 'embedded-1/third', field: 'line1', value: 'New' },
    });
    const refused = await asked.catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'desk-failed' });
    const id = idIn((refused as OverlayError).message);
    const message = texts.log.unexpected;
    expect(ports.log.records).toEqual([{ level: 'error', where: 'link', message, id, cause: mistake }]);
  });

  it('in a port fails the operation in the words that name it, and the row of the log stands under them', async () => {
    const mistake = new TypeError('the connection is undefined');
    const { ports, screen, view } = await openLiveShow(portsThatReject(mistake));
    await screen.call('do', { action: { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } });
    await ports.clock.pass(10);
    const id = idIn(view.asRun[0]?.reason);
    expect(view.asRun[0]).toMatchObject({ kind: 'take', result: 'failed' });
    expect(ports.log.records).toMatchObject([{ level: 'error', where: 'app', id, cause: mistake }]);
  });

  it('that a network has every day is none, and is not logged', async () => {
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const { ports, screen, view } = await openLiveShow(portsThatReject(broken));
    await screen.call('do', { action: { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } });
    await ports.clock.pass(10);
    expect([view.asRun[0]?.reason, ports.log.records]).toEqual([errorTable['service-unreachable'].operator, []]);
  });

  it('that nobody caught becomes a notice, and the desk goes on', async () => {
    const { desk, ports, screen, view } = await openLiveShow();
    desk.uncaught(new Error('one'));
    desk.uncaught(new Error('two'));
    await settled();
    const [notice, ...others] = view.notices;
    expect(others).toEqual([]);
    expect(ports.log.records.map(({ cause, where }) => [where, errorIn(cause).message])).toEqual([
      ['process', 'one'],
      ['process', 'two'],
    ]);
    expect(ports.log.records[1]?.id).toBe(idIn(notice?.text));
    expect(await screen.call('key', { key: 'F9', repeat: false })).toBe(false);
  });
});

describe('a screen', () => {
  it('reports its own faults, which are logged under the id that it gets', async () => {
    const { ports, screen } = await openLiveShow();
    const { id } = await screen.call('reportError', {
      message: 'TypeError: x is undefined',
      stack: 'at Tree.svelte:12',
    });
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(ports.log.records).toEqual([
      {
        level: 'error',
        where: 'screen',
        message: 'TypeError: x is undefined',
        id,
        fields: { stack: 'at Tree.svelte:12' },
      },
    ]);
  });

  it('that fails in a loop is logged ten times a minute, and no report is longer than it may be', async () => {
    const { ports, screen } = await openLiveShow();
    const report = () => screen.call('reportError', { message: 'again', stack: '' });
    for (let at = 0; at < 10; at++) expect((await report()).id).not.toBeNull();
    expect(await report()).toEqual({ id: null });
    await ports.clock.pass(60_000);
    expect((await report()).id).not.toBeNull();
    expect(ports.log.records).toHaveLength(11);
    const long = screen.call('reportError', { message: 'x'.repeat(2_001), stack: '' });
    await expect(long).rejects.toMatchObject({ code: 'call-invalid' });
  });
});

describe('a process', () => {
  let directory = '';
  beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'overlay-uncaught-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it('goes on after what nobody caught in a timer, a handler or a promise, and has logged each', async () => {
    const program = join(import.meta.dirname, '../../kit/desk/uncaught-program.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, directory]);
    const sentence = (id: string): string => texts.log.wentWrong(id);
    expect(stdout.trim().split('\n')).toEqual([...['fault1', 'fault2', 'fault3'].map(sentence), 'It goes on.']);
    const records = readFileSync(join(directory, 'desk.jsonl'), 'utf8').trim().split('\n');
    const read = records.map((line) => JSON.parse(line) as { id: string; causes: string[] });
    expect(read.map(({ id, causes }) => [id, causes[0]?.split('\n')[0]])).toEqual([
      ['fault1', 'Error: in a timer'],
      ['fault2', 'Error: in a handler'],
      ['fault3', 'Error: in a promise'],
    ]);
  });
});
