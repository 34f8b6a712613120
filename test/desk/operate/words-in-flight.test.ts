import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { type WatchingScreen, watchDesk } from '../../kit/desk/watching-screen.ts';
import { type World, world, type WorldWishes } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const third = ids.lowerThird;

/** A desk whose own two links are Screen 1 and 2, and two screens more. Texts are typed into Line 1 of the lower third. */
class TwoScreens {
  readonly desk: World;
  readonly a: WatchingScreen;
  readonly b: WatchingScreen;

  private constructor(desk: World, [a, b]: [WatchingScreen, WatchingScreen]) {
    [this.desk, this.a, this.b] = [desk, a, b];
  }

  static async open(wishes: WorldWishes = {}): Promise<TwoScreens> {
    const desk = await world(wishes);
    return new TwoScreens(desk, [await watchDesk(desk.desk), await watchDesk(desk.desk)]);
  }

  async cursor(now: boolean, { screen } = this.a, field = 'line1'): Promise<void> {
    await screen.call('typing', { address: third, field, now });
  }

  async type(text: string, by = this.a): Promise<void> {
    await this.do({ do: 'set', subComposition: third, field: 'line1', value: text }, by);
  }

  async do(action: WrittenAction, { screen } = this.b): Promise<void> {
    await screen.call('do', { action });
    await this.desk.clock.pass(300);
  }

  take(by = this.b, to: 'In' | 'Out' = 'In'): Promise<void> {
    return this.do({ do: 'take', subComposition: third, to }, by);
  }

  get sent(): unknown {
    return this.desk.sent().at(-1);
  }

  get staged(): unknown {
    return this.b.sub(third)?.staged;
  }
}

describe('words under the cursor of another screen', () => {
  it('stay behind when somebody else takes, and stay staged', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    await at.take();
    expect([at.sent, at.staged]).toEqual([[{ subCompositionId: third, state: 'In' }], { line1: 'Chief Politic' }]);
  });

  it('stay behind with what was committed in the field before', async () => {
    const at = await TwoScreens.open();
    await at.type('Chief Editor');
    await at.cursor(true);
    await at.type('Chief Politic');
    await at.take();
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Editor' }, state: 'In' }]);
    expect(at.staged).toEqual({ line1: 'Chief Politic' });
    await at.do({ do: 'update', subComposition: third }).catch(() => undefined);
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Editor' }, state: 'In' }]);
  });

  it('stay behind when their screen goes away, until a hand comes to their field', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    at.a.leave();
    await at.take();
    expect([at.sent, at.staged]).toEqual([[{ subCompositionId: third, state: 'In' }], { line1: 'Chief Politic' }]);
    expect(at.b.sub(third)?.editors).toEqual([{ hand: texts.app.goneScreen(at.a.name), field: 'line1', words: true }]);
    for (const now of [true, false]) await at.cursor(now, at.b);
    await at.do({ do: 'update', subComposition: third });
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Politic' } }]);
  });

  it('are those of their screen again when it comes back', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    at.a.leave();
    const back = await watchDesk(at.desk.desk, at.a.name);
    await at.take(back);
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Politic' }, state: 'In' }]);
  });

  it('are not those of another screen that gets its number', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    at.a.leave();
    const other = await watchDesk(at.desk.desk);
    expect(other.name).toBe(at.a.name);
    await at.take(other);
    expect(at.sent).toEqual([{ subCompositionId: third, state: 'In' }]);
  });

  it.each(['the cursor leaves', 'the sub-composition is left'])('go with any take once %s', async (how) => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Political Editor');
    await at.a.screen.call('hold', { address: third });
    if (how === 'the cursor leaves') await at.cursor(false);
    else await at.a.screen.call('release', { address: third });
    await at.take();
    const payload = { line1: 'Chief Political Editor' };
    expect(at.sent).toEqual([{ subCompositionId: third, payload, state: 'In' }]);
  });

  it('stay behind after an Out of their own screen, which sends no words', async () => {
    const at = await TwoScreens.open();
    await at.take();
    await at.cursor(true);
    await at.type('Chief Politic');
    await at.take(at.a, 'Out');
    await at.take();
    expect([at.sent, at.staged]).toEqual([[{ subCompositionId: third, state: 'In' }], { line1: 'Chief Politic' }]);
  });

  it('go with a take of their own screen', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Political Editor');
    await at.take(at.a);
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Political Editor' }, state: 'In' }]);
  });

  it('go with a key of their own screen, and not with that key of another', async () => {
    const at = await TwoScreens.open();
    await at.desk.screen.call('mapKeys', {
      keys: [{ key: 'F9', action: { do: 'take', subComposition: at.desk.at(third), to: 'In', action: 'play' } }],
    });
    await at.cursor(true);
    await at.type('Chief');
    await at.b.screen.call('key', { key: 'F9', repeat: false });
    await at.desk.clock.pass(300);
    expect(at.sent).toEqual([{ subCompositionId: third, state: 'In' }]);
    await at.a.screen.call('key', { key: 'F9', repeat: false });
    await at.desk.clock.pass(300);
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief' }, state: 'In' }]);
  });

  it('are left by an Update and a Discard of another screen, with the reason', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    await expect(at.do({ do: 'update', subComposition: third })).rejects.toMatchObject({
      message: texts.actions.noEdits('Lower Third', texts.actions.exceptTyping('Screen 3')),
    });
    await at.do({ do: 'discard', subComposition: third });
    expect(at.staged).toEqual({ line1: 'Chief Politic' });
    await at.do({ do: 'discard', subComposition: third }, at.a);
    expect(at.staged).toEqual({});
  });

  it('are in no preview of another screen', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    const action = { do: 'take', subComposition: third, to: 'In', action: 'play' } as const;
    const payloadOf = async ({ screen }: WatchingScreen): Promise<unknown> =>
      (await screen.call('preview', { action }))[0]?.changes[0]?.payload;
    expect([await payloadOf(at.a), await payloadOf(at.b)]).toEqual([{ line1: 'Chief Politic' }, undefined]);
  });

  it('are replaced by what another hand sets in the field', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Chief Politic');
    await at.type('Grace', at.b);
    await at.take();
    expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Grace' }, state: 'In' }]);
  });
});

describe('an edit that was not sent', () => {
  const fireOf = async (at: TwoScreens, name: string): Promise<void> => {
    const target = { subComposition: third, name: 'Lower Third', state: 'In' as const, values: { line1: name } };
    const cue = { number: '', name, notes: '', steps: [{ targets: [target] }] };
    const [id = ''] = await at.desk.addAside(cue);
    await at.do({ do: 'fireCue', cue: id });
  };

  it('is dropped and named by a cue for the same field: no take mixes it with the words of the cue', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Host of honour');
    await at.cursor(false);
    await fireOf(at, 'Bo Berg');
    expect(at.staged).toEqual({});
    expect(at.desk.told.at(-1)).toMatch(/^Other words .* “Host of honour”\.$/);
    await at.take(at.a);
    expect(at.sent).toEqual([{ subCompositionId: third, state: 'In' }]);
  });

  it('is dropped by a look that changes the field, and stays where the look does not', async () => {
    const at = await TwoScreens.open();
    const edit = async (words: string): Promise<void> => {
      await at.cursor(true);
      await at.type(words);
      await at.cursor(false);
    };
    await fireOf(at, 'Half time');
    await at.a.screen.call('saveLook', { name: 'Half', ids: [third] });
    await edit('Half-time');
    await at.do({ do: 'recallLook', look: 'Half' });
    expect([at.staged, at.desk.told]).toEqual([{ line1: 'Half-time' }, []]);
    await fireOf(at, 'Second half');
    await edit('Extra time');
    await at.do({ do: 'recallLook', look: 'Half' });
    expect(at.staged).toEqual({});
    expect(at.desk.told.at(-1)).toContain('“Extra time”');
  });

  it('stays, without a notice, where the cue is not sent because the service is lost', async () => {
    const at = await TwoScreens.open();
    await at.type('Host of honour');
    at.desk.service.away = true;
    await at.desk.clock.pass(8_000);
    await fireOf(at, 'Bo Berg').catch(() => undefined);
    expect(at.desk.told.filter((text) => text.includes('Host of honour'))).toEqual([]);
    expect(at.staged).toEqual({ line1: 'Host of honour' });
  });

  it('is dropped by an undo of the take that sent other words to the field', async () => {
    const at = await TwoScreens.open();
    await fireOf(at, 'First half');
    await at.desk.clock.pass(600);
    await at.type('Old edit');
    await at.do({ do: 'undo', what: 'take' });
    expect(at.staged).toEqual({});
    expect(at.desk.told.at(-1)).toContain('“Old edit”');
  });

  it('stays where it is typed now, or where the cue says the same', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    await at.type('Host of honour');
    await fireOf(at, 'Bo Berg');
    expect([at.staged, at.desk.told]).toEqual([{ line1: 'Host of honour' }, []]);
  });
});

describe('words under the cursor, and a press of a pad', () => {
  async function typeAndHit(screens: number): Promise<unknown[]> {
    const desk = await world({ midi: {} });
    for (let more = 1; more < screens; more += 1) await watchDesk(desk.desk);
    const subComposition = desk.at(third);
    desk.says({ say: 'ports', ports: [{ id: 'in1', name: 'Pads', direction: 'in' }], trouble: null });
    const action = { do: 'take', subComposition, to: 'In' } as const;
    await desk.screen.call('mapControl', { device: 'Pads', control: 'note 1/1', action });
    await desk.screen.call('typing', { address: subComposition, field: 'line1', now: true });
    await desk.screen.call('do', { action: { do: 'set', subComposition, field: 'line1', value: 'Chief Editor' } });
    desk.says({ say: 'bytes', port: 'in1', bytes: [0x90, 1, 1, 0x80, 1, 0], at: desk.clock.monotonic() });
    await desk.clock.pass(300);
    return [desk.sent().at(-1), desk.view.subs[subComposition]?.editors?.[0]?.words];
  }

  it('go on air where one screen is there: the pad is in the hand that typed', async () => {
    const payload = { line1: 'Chief Editor' };
    expect(await typeAndHit(1)).toEqual([[{ subCompositionId: third, payload, state: 'In' }], false]);
  });

  it('stay behind where there are two screens', async () => {
    expect(await typeAndHit(2)).toEqual([[{ subCompositionId: third, state: 'In' }], true]);
  });
});

describe('every screen', () => {
  it('shows whose cursor is in which field, and whether words there would stay behind', async () => {
    const at = await TwoScreens.open();
    await at.cursor(true);
    expect(at.b.sub(third)?.editors).toEqual([{ hand: 'Screen 3', field: 'line1', words: false }]);
    await at.type('Chief');
    expect(at.b.sub(third)?.editors).toEqual([{ hand: 'Screen 3', field: 'line1', words: true }]);
    await at.cursor(false);
    expect(at.b.sub(third)?.editors).toBeUndefined();
  });

  it('shows whose cursor is in which field of a cue, until it leaves or its screen does', async () => {
    const at = await TwoScreens.open();
    const cursor = (field: string, now = true): Promise<unknown> =>
      at.a.screen.call('typing', { cue: 'opener', field, now });
    const shown = async (): Promise<unknown> => {
      await at.desk.clock.pass(0);
      return at.b.view.cueEditors;
    };
    const editing = (field: string): unknown => ({ opener: [{ hand: 'Screen 3', field, words: false }] });
    await cursor('name');
    expect(await shown()).toEqual(editing('name'));
    await cursor('notes');
    await cursor('name', false);
    expect(await shown()).toEqual(editing('notes'));
    await cursor('notes', false);
    expect(await shown()).toEqual({});
    await cursor('name');
    at.a.leave();
    expect(await shown()).toEqual({});
  });

  it('has a number of its own for as long as it is linked', async () => {
    const at = await TwoScreens.open();
    at.a.leave();
    const again = await watchDesk(at.desk.desk);
    expect([at.a.name, at.b.name, again.name]).toEqual(['Screen 3', 'Screen 4', 'Screen 3']);
  });

  it('shows who set each value on air', async () => {
    const at = await TwoScreens.open();
    await at.type('Ada');
    await at.take();
    expect(at.b.sub(third)?.setBy).toEqual({ line1: 'Screen 3' });
    expect(at.desk.lines.at(-1)).toMatchObject({
      trigger: { kind: 'screen', detail: '4' },
      items: [{ payload: { line1: 'Ada' }, setBy: { line1: 'Screen 3' } }],
    });
    at.desk.service.show.apply([{ subCompositionId: third, payload: { line1: 'Theirs' } }]);
    await at.desk.clock.pass(100);
    expect(at.b.sub(third)?.setBy).toBeUndefined();
  });

  it('shows the cue that set a value', async () => {
    const at = await TwoScreens.open();
    const [cue = ''] = await at.desk.add({
      number: '4',
      name: 'Guest',
      steps: [
        { targets: [{ subComposition: at.desk.at(third), name: 'Third', state: 'In', values: { line1: 'Bo' } }] },
      ],
    });
    await at.do({ do: 'fireCue', cue });
    expect(at.b.sub(third)?.setBy).toEqual({ line1: 'Cue 4 Guest' });
  });
});

describe('words under a cursor when the desk ends', () => {
  /**
   * The desk is killed, or closed, while Screen 3 types; the next desk has the same services. A host cuts its screens off
   * before it closes the desk.
   */
  const next = async (at: TwoScreens, how: 'killed' | 'closed' | 'cut off and closed'): Promise<TwoScreens> => {
    await at.desk.clock.pass(100);
    if (how === 'cut off and closed') for (const screen of [at.a, at.b]) screen.leave();
    await at.desk.clock.pass(100);
    if (how !== 'killed') void at.desk.desk.close();
    const { desk: after } = at;
    const last = ({ written }: { written: unknown[] }) => written.at(-1) as Record<string, unknown>;
    const [preparation, settings] = [last(after.files.preparation), last(after.files.settings)];
    return TwoScreens.open({ after, keys: after.keys, preparation, settings });
  };
  const typed = async (): Promise<TwoScreens> => {
    const at = await TwoScreens.open();
    await at.type('Chief Editor');
    await at.cursor(true);
    await at.type('Chief Politic');
    return at;
  };
  const mark = (at: TwoScreens) => at.b.sub(third)?.editors;

  it.each(['killed', 'closed', 'cut off and closed'] as const)(
    'stay behind when somebody takes after the restart: %s',
    async (how) => {
      const at = await next(await typed(), how);
      expect(mark(at)).toEqual([{ hand: texts.app.beforeRestart('Screen 3'), field: 'line1', words: true }]);
      expect(at.staged).toEqual({ line1: 'Chief Politic' });
      await at.take();
      expect(at.sent).toEqual([{ subCompositionId: third, payload: { line1: 'Chief Editor' }, state: 'In' }]);
      expect(at.staged).toEqual({ line1: 'Chief Politic' });
    },
  );

  it('are those of the screen that comes to the field, and committed as it leaves', async () => {
    const at = await next(await typed(), 'killed');
    await at.cursor(true);
    expect(mark(at)).toEqual([{ hand: 'Screen 3', field: 'line1', words: true }]);
    await at.type('Chief Political Editor');
    await at.take();
    expect(at.sent).toMatchObject([{ payload: { line1: 'Chief Editor' } }]);
    await at.cursor(false);
    await at.take();
    expect(at.sent).toMatchObject([{ payload: { line1: 'Chief Political Editor' } }]);
  });

  it('go with a discard, and are kept over another restart', async () => {
    const at = await next(await next(await typed(), 'killed'), 'killed');
    expect(mark(at)).toEqual([{ hand: texts.app.beforeRestart('Screen 3'), field: 'line1', words: true }]);
    await at.do({ do: 'discard', subComposition: third });
    expect([mark(at), at.staged]).toEqual([undefined, {}]);
  });

  it('go where another client sets them, and nothing older is sent in their place', async () => {
    const at = await next(await typed(), 'killed');
    at.desk.services[0]?.show.apply([{ subCompositionId: third, payload: { line1: 'Chief Politic' } }]);
    await at.desk.clock.pass(300);
    expect([mark(at), at.staged]).toEqual([undefined, {}]);
    await at.take();
    expect(at.sent).toEqual([{ subCompositionId: third, state: 'In' }]);
  });

  it('are edits of a desk that starts again once their cursor has left', async () => {
    const before = await typed();
    await before.cursor(false);
    const at = await next(before, 'killed');
    await at.take();
    expect(at.sent).toMatchObject([{ payload: { line1: 'Chief Politic' } }]);
  });
});
