import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keptRecord } from '../../../desk/screens/kept-record.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { memorySettings } from '../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const full = 'ENOSPC: no space left on device';

function open(content?: unknown) {
  const clock = new ManualClock();
  const port = memorySettings(content);
  const told: string[][] = [];
  const settings: Settings = new Settings(port, clock, () => told.push(settings.problems));
  return { clock, port, settings, told };
}

describe('settings that cannot be written', () => {
  it('count while the desk runs, and are written once there is room', async () => {
    const { clock, port, settings, told } = open();
    port.full = full;
    settings.save('looks', ['one']);
    settings.save('keys', ['two']);
    const problem = texts.settings.unwritable('settings.json', full);
    expect([settings.member('looks', z.unknown()), settings.problems, told]).toEqual([['one'], [problem], [[problem]]]);
    await clock.pass(10_000);
    expect(settings.problems).toEqual([problem]);
    port.full = '';
    await clock.pass(10_000);
    expect([settings.problems, told.length]).toEqual([[], 2]);
    expect(port.written).toEqual([{ version: 1, looks: ['one'], keys: ['two'] }]);
    await clock.pass(60_000);
    expect(port.written).toHaveLength(1);
  });

  it('tell what their file says of itself once it was written', () => {
    const { port, settings, told } = open();
    let problem = '';
    Object.assign(port, {
      problem: () => problem,
      write: () => void (problem = 'Another program changed it.'),
    });
    settings.save('looks', ['one']);
    settings.save('looks', ['two']);
    expect(told).toEqual([['Another program changed it.']]);
  });

  it('are tried once more by a desk that closes, because there may be room by now', async () => {
    const { port, settings } = open();
    port.full = full;
    settings.save('looks', ['one']);
    port.full = '';
    await settings.close();
    expect(port.written).toEqual([{ version: 1, looks: ['one'] }]);
  });

  it('hold up no desk that closes, however often writing fails', async () => {
    const { clock, port, settings } = open();
    let tries = 0;
    const slow = Object.assign(port, { write: () => Promise.reject(new Error(`${full} ${++tries}`)) });
    settings.save('looks', ['one']);
    settings.save('looks', ['two']);
    await settings.close();
    await clock.pass(60_000);
    expect([tries, slow.written]).toEqual([3, []]);
  });

  it('hold up a desk that closes for three seconds only, if the disk does not answer', async () => {
    const { clock, port, settings } = open();
    Object.assign(port, { write: () => new Promise(() => {}) });
    settings.save('looks', ['one']);
    let closed = false;
    void settings.close().then(() => (closed = true));
    await clock.pass(2_999);
    expect(closed).toBe(false);
    await clock.pass(1);
    expect(closed).toBe(true);
  });

  it('are written no more by a desk that is closed, when the disk answers at last', async () => {
    const { clock, port, settings } = open();
    const first = Promise.withResolvers<undefined>();
    let tries = 0;
    Object.assign(port, { write: () => (++tries === 1 ? first.promise : Promise.resolve()) });
    settings.save('looks', ['one']);
    const closed = settings.close();
    await clock.pass(3_000);
    await closed;
    first.reject(new Error('EIO'));
    await clock.pass(60_000);
    expect(tries).toBe(1);
  });

  it('are written no more by a desk that is closed', async () => {
    const { clock, port, settings } = open();
    port.full = full;
    settings.save('looks', []);
    await settings.close();
    port.full = '';
    await clock.pass(60_000);
    expect(port.written).toEqual([]);
  });
});

describe('a member of a wrong type', () => {
  it('is named, and stays in the file beside the new one, whoever saves', () => {
    const before = { version: 1, keys: { F1: 'take' }, 'keys set aside': 'older' };
    const { port, settings } = open(before);
    expect(settings.list('keys', z.string())).toBeUndefined();
    expect(settings.problems).toEqual([expect.stringMatching(/^settings\.json, keys: .*\. It is left out\.$/s)]);
    settings.save('looks', []);
    settings.save('keys', ['F2']);
    expect(port.written.at(-1)).toEqual({
      version: 1,
      looks: [],
      keys: ['F2'],
      'keys set aside': 'older',
      'keys set aside 2': { F1: 'take' },
    });
  });
});

it('a wrong entry of a record is named, costs no other entry, and stays in the file', () => {
  const { port, settings } = open({ version: 1, apps: { one: 1, constructor: 'two', three: 3 } });
  expect(keptRecord(settings, 'apps', z.number())).toEqual({ one: 1, three: 3 });
  expect(keptRecord(settings, 'looks', z.number())).toEqual({});
  expect(settings.problems).toEqual([
    expect.stringMatching(/^settings\.json, apps constructor: .*\. It is left out\.$/s),
  ]);
  settings.save('apps', { one: 1 });
  expect(port.written.at(-1)).toEqual({ version: 1, apps: { one: 1 }, 'apps set aside': { constructor: 'two' } });
});

describe('a file that can be neither read nor set aside', () => {
  it('is never written, and the desk goes on', () => {
    const { port, settings } = open(() => {
      throw new Error('EACCES');
    });
    expect(port.asides).toBe(1);
    const locked = memorySettings(() => {
      throw new Error('EACCES');
    });
    locked.setAside = () => {
      throw new Error('EROFS');
    };
    const left = new Settings(locked, new ManualClock(), () => undefined);
    left.save('keys', []);
    settings.save('keys', []);
    expect([locked.written, port.written.length]).toEqual([[], 1]);
    expect(left.problems).toEqual([
      texts.settings.unreadable('settings.json', 'EACCES', texts.settings.notSaved('EROFS')),
    ]);
  });
});
