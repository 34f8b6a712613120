import { texts } from '../../../contract/texts/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorIn } from '../../../contract/errors.ts';
import { type DeskApi, deskApi } from '../../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import type { ScriptedService } from '../../kit/service/scripted-service.ts';
import { ids } from '../../kit/service/small-show.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { world } from '../../kit/desk/world.ts';

const notReached = `${texts.link.failed('ECONNREFUSED')} ${texts.link.checkAll}`;
const goOver = { do: 'failOver', app: 'main' } as const;
const goBack = { do: 'failBack', app: 'main' } as const;

/** A desk with these keys and a pair, whose lower third is In on both, with a screen. */
async function openPair(...keys: KeyBinding[]) {
  const { clock, desk, lines, screen, services, view } = await world({ pair: true, settings: { keys } });
  const [main, backup] = services as [ScriptedService, ScriptedService];
  main.show.apply([{ subCompositionId: ids.lowerThird, state: 'In' }]);
  await clock.pass(1_000);
  const told = (): unknown => ({
    inUse: view.apps.map(({ backup: one }) => one?.inUse),
    log: lines.map(({ action, trigger, result }) => `${action}, ${trigger.kind} ${trigger.detail}: ${result}`),
  });
  const notices = (): string[] => view.notices.map(({ text }) => text);
  const press = (key: string): Promise<boolean> => screen.call('key', { key, repeat: false });
  return { clock, desk, main, backup, screen, view, told, notices, press };
}

describe('a key for the backup', () => {
  // When the desk tries again is spread at random, and the words tell what the last try met.
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5));
  afterEach(() => vi.restoreAllMocks());

  const refused = ({ message }: Error): string => message;
  it.each<[string, (screen: LinkClient<DeskApi>, at: number) => Promise<unknown>]>([
    ['fail over', async (one, at) => (await one.call('do', { action: goOver, wait: true }, at))?.reason],
    ['no backup', (one, at) => one.call('setBackup', { app: 'main', backup: null, after: null }, at).catch(refused)],
    ['take over', (one, at) => one.call('repairBackup', { app: 'main' }, at).catch(refused)],
  ])('and a button do nothing where they were held up for 8 s, and it is told and logged: %s', async (_, ask) => {
    const { desk, main, backup, clock, told } = await openPair();
    const pipe = pipePair();
    desk.serve(pipe.far);
    const screen = openLink(pipe.near, deskApi, () => clock.monotonic());
    await screen.call('dismissNotice', { id: 'none' });
    const late = await ask(screen, clock.monotonic() - 8_000);
    expect(late).toBe(texts.lane.late('8.0'));
    expect([told(), main.sent, backup.sent]).toEqual([
      { inUse: ['main'], log: [expect.stringMatching(/, screen \d?: failed$/)] },
      [],
      [],
    ]);
  });

  it('goes over with what is on air, and another one back', async () => {
    const { clock, view, told, press } = await openPair({ key: 'F11', action: goOver }, { key: 'F10', action: goBack });
    expect(await press('F11')).toBe(true);
    await clock.pass(1_000);
    expect(told()).toEqual({ inUse: ['backup'], log: ['Fail over, key F11: confirmed'] });
    expect([view.apps[0]?.connection.service, view.subs[`main/${ids.lowerThird}`]?.tally]).toEqual([
      'http://spare',
      'ON AIR',
    ]);
    await press('F10');
    await clock.pass(1_000);
    expect(told()).toEqual({
      inUse: ['main'],
      log: ['Fail over, key F11: confirmed', 'Fail back, key F10: confirmed'],
    });
  });

  it.each([
    ['backup', 'F11', 'Fail over', texts.backup.unreachable('backup', 'news', notReached)],
    ['main', 'F10', 'Fail back', texts.backup.alreadyActive('main', 'news')],
  ] as const)('says in a notice why going to the %s was refused, and the log says so', async (_, key, action, why) => {
    const { clock, backup, told, notices, press } = await openPair(
      { key: 'F11', action: goOver },
      { key: 'F10', action: goBack },
    );
    backup.away = true;
    await clock.pass(100);
    // Whoever pressed it waits for no answer: that it is mapped is all that the key is told.
    expect(await press(key)).toBe(true);
    await clock.pass(100);
    expect([notices(), told()]).toEqual([[why], { inUse: ['main'], log: [`${action}, key ${key}: failed`] }]);
  });

  it('tells a screen how it ended, although that does not ask', async () => {
    const { clock, backup, screen } = await openPair();
    backup.away = true;
    await clock.pass(100);
    const ended = screen.call('do', { action: goOver });
    await clock.pass(100);
    expect(await ended).toMatchObject({ result: 'failed', apps: [{ app: 'main', result: 'failed' }] });
  });

  it('leaves the holds of the pair and those of edits to each other, over the one connection to the backup', async () => {
    const { clock, backup, screen, press, view } = await openPair({ key: 'F11', action: goOver });
    await press('F11');
    await clock.pass(1_000);
    const words = { do: 'set', subComposition: `main/${ids.lowerThird}`, field: 'line1', value: 'New' } as const;
    await screen.call('do', { action: words });
    await clock.pass(1_000);
    const before = backup.heard.length;
    await clock.pass(10_000);
    expect(backup.heard.slice(before).filter((text) => !text.includes('"here"'))).toEqual([]);
    expect(view.apps[0]?.connection.status).toBe('live');
  });

  it('of an app that has none is refused at once', async () => {
    const { press } = await openPair({ key: 'F9', action: { ...goOver, app: 'spare' } });
    const refusal = { code: 'backup-refused', message: texts.backup.none };
    await expect(press('F9')).rejects.toMatchObject(refusal);
  });

  it('that must be held goes over when it was held long enough, and says as well why it did not', async () => {
    const guard = { kind: 'hold', milliseconds: 500 } as const;
    const { clock, told, notices, screen, press } = await openPair({ key: 'F12', action: goOver, guard });
    await press('F12');
    await clock.pass(499);
    await screen.call('keyUp', { key: 'F12' });
    await clock.pass(1_000);
    expect(told()).toEqual({ inUse: ['main'], log: [] });
    await press('F12');
    await clock.pass(1_500);
    expect(told()).toEqual({ inUse: ['backup'], log: ['Fail over, key F12: confirmed'] });
    await press('F12');
    await clock.pass(1_500);
    expect(notices()).toContain(texts.backup.alreadyActive('backup', 'news'));
  });
});

describe('a guarded key whose press was held up for 8 s', () => {
  /** A screen whose clock the desk knows, with one guarded key for the fail-over. */
  async function stalled(guard: KeyBinding['guard']) {
    const pair = await openPair({ key: 'F1', action: goOver, guard });
    const pipe = pipePair();
    pair.desk.serve(pipe.far);
    const screen = openLink(pipe.near, deskApi, () => pair.clock.monotonic());
    await screen.call('dismissNotice', { id: 'none' });
    await pair.clock.pass(6_000);
    const press = (age: number) =>
      screen
        .call('key', { key: 'F1', repeat: false }, pair.clock.monotonic() - age)
        .catch((e: unknown) => errorIn(e).message);
    return { ...pair, press };
  }

  it('does not fire by being held, where the key-up comes late too', async () => {
    const { clock, told, press } = await stalled({ kind: 'hold', milliseconds: 600 });
    await press(8_000);
    await clock.pass(3_000);
    expect(told()).toMatchObject({ inUse: ['main'] });
  });

  it.each([
    ['does not arm the key, so one fresh press does not fire', [8_000, 0], 'main'],
    ['is fired by two fresh presses', [0, 0], 'backup'],
    ['does not fire by a second press that was held up', [0, 8_000], 'main'],
  ] as const)('%s', async (_, [first, second], inUse) => {
    const { clock, told, press } = await stalled({ kind: 'arm' });
    await press(first);
    await clock.pass(1_000);
    await press(second);
    await clock.pass(3_000);
    expect(told()).toMatchObject({ inUse: [inUse] });
  });
});
