import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { openLiveShow } from '../../kit/service/scripted-show.ts';

/** A live desk with two screens. */
async function twoScreens() {
  const { ports, desk, screen, view } = await openLiveShow();
  const b = await watchDesk(desk);
  return { ports, desk, a: { screen, view }, b };
}

describe('a value that another hand replaced before it left', () => {
  it('ends as replaced for its screen, and in a line of its own that names the other hand', async () => {
    const { ports, a, b } = await twoScreens();
    const score = (value: number) => ({ do: 'set', subComposition: 'third', field: 'score', value }) as const;
    const take = { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } as const;
    await a.screen.call('do', { action: take });
    const first = a.screen.call('do', { action: score(1), wait: true });
    await b.screen.call('do', { action: score(2) });
    expect(await first).toMatchObject({
      result: 'replaced',
      error: 'replaced',
      reason: texts.lane.replaced('Screen 2'),
    });
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(17);
    await ports.request.answer({ etag: '"3"' });
    expect(ports.lines.map(({ trigger, action, result, reason }) => [trigger.detail, action, result, reason])).toEqual([
      ['1', 'Set score', 'replaced', texts.lane.replaced('Screen 2')],
      ['1', 'Take In', 'confirmed', ''],
      ['2', 'Set score', 'confirmed', ''],
    ]);
    expect(ports.lines[0]?.items).toEqual([
      { subCompositionId: 'third', payload: { score: '1' }, setBy: { score: 'Screen 1' } },
    ]);
  });
});

describe('undo of a hand', () => {
  const take = (subComposition: string) => ({ do: 'take', subComposition, to: 'In', action: 'play' }) as const;
  const undo = { do: 'undo', what: 'take' } as const;

  /** Both graphics are In: the lower third by Screen 1, then the bug by Screen 2. */
  async function bothTaken() {
    const at = await twoScreens();
    for (const [screen, id, revision] of [
      [at.a.screen, 'third', 2],
      [at.b.screen, 'bug', 3],
    ] as const) {
      await screen.call('do', { action: take(id) });
      await at.ports.request.answer({ etag: `"${revision}"` });
      await at.ports.hear({ type: 'change', revision, now: 0, changes: [{ id, state: 'In' }] });
    }
    await at.ports.clock.pass(300);
    return at;
  }

  it('takes back its own last act, which its button names, and not that of another hand', async () => {
    const { ports, a, b } = await bothTaken();
    const undoable = {
      'Screen 1': {
        values: null,
        panic: null,
        take: { press: 1, words: 'Lower Third to Out 1 (Take In by Screen 1)' },
      },
      'Screen 2': { values: null, panic: null, take: { press: 2, words: 'Bug to Out (Take In by Screen 2)' } },
    };
    expect([a.view.undoable, b.view.undoable]).toEqual([undoable, undoable]);
    expect(await a.screen.call('preview', { action: undo })).toMatchObject([{ changes: [{ id: 'third' }] }]);
    await a.screen.call('do', { action: { ...undo, press: 1 } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out1' }]);
    await ports.request.answer({ etag: '"4"' });
    await b.screen.call('do', { action: { ...undo, press: 2 } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'bug', state: 'Out1' }]);
  });

  it('takes back a take whose words went along in the same request', async () => {
    const { ports, a } = await twoScreens();
    const set = { do: 'set', subComposition: 'third', field: 'score', value: 1 } as const;
    await a.screen.call('do', { action: take('bug') });
    await a.screen.call('do', { action: set });
    await a.screen.call('do', { action: take('third') });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'bug', state: 'In' }] });
    await ports.request.answer({ etag: '"3"' });
    const changes = [{ id: 'third', payload: { score: '1' }, state: 'In' }] as const;
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [...changes] });
    await a.screen.call('do', { action: undo });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out1' }]);
  });

  it.each([
    ['changed the same', 'Out', 4, [{ id: 'third', state: 'Out1' }]],
    // The service answers with the revision before if nothing changes.
    ['took the same In, where it was already,', 'In', 3, []],
  ] as const)('is refused where another hand %s since', async (_, to, revision, changes) => {
    const { ports, a, b } = await bothTaken();
    await b.screen.call('do', { action: { ...take('third'), to } });
    await ports.request.answer({ etag: `"${revision}"` });
    await ports.hear({ type: 'change', revision, now: 0, changes: [...changes] });
    expect(a.view.undoable['Screen 1']).toEqual({ values: null, take: null, panic: null });
    await expect(a.screen.call('do', { action: undo })).rejects.toMatchObject({
      message: texts.undo.changedSince('Lower Third', texts.undo.itsState),
    });
  });

  it('of a value is refused where another hand set the same value since', async () => {
    const { ports, a, b } = await twoScreens();
    const set = { do: 'set', subComposition: 'third', field: 'line1', value: 'New', send: true } as const;
    for (const { screen } of [a, b]) {
      await screen.call('do', { action: set });
      await ports.clock.pass(17);
      await ports.request.answer({ etag: '"2"' });
      await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', payload: { line1: 'New' } }] });
    }
    await expect(a.screen.call('do', { action: { ...undo, what: 'values' } })).rejects.toMatchObject({
      message: texts.undo.changedSince('Lower Third', 'line1'),
    });
  });

  it('has the acts of all where one screen is left, and says whose', async () => {
    const { a, b, ports } = await bothTaken();
    b.leave();
    await ports.clock.pass(1);
    expect(a.view.undoable).toEqual({
      'Screen 1': { values: null, panic: null, take: { press: 2, words: 'Bug to Out (Take In by Screen 2)' } },
    });
  });

  it.each([
    ['the service confirms each', true],
    ['they wait together', false],
  ])('takes back one step of a number, also where %s', async (_, answers) => {
    const { ports, a } = await twoScreens();
    const values = { do: 'undo', what: 'values' } as const;
    const confirm = async (score: number, revision: number): Promise<void> => {
      await ports.clock.pass(17);
      await ports.request.answer({ etag: `"${revision}"` });
      await ports.hear({
        type: 'change',
        revision,
        now: 0,
        changes: [{ id: 'third', payload: { score: String(score) } }],
      });
    };
    await a.screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'score', value: 1 } });
    await confirm(1, 2);
    await a.screen.call('do', { action: take('bug') });
    const confirmTake = async (): Promise<void> => {
      await ports.request.answer({ etag: '"3"' });
      await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'bug', state: 'In' }] });
    };
    if (answers) await confirmTake();
    for (const score of [2, 3, 4]) {
      await a.screen.call('do', { action: { do: 'step', subComposition: 'third', field: 'score', by: 1 } });
      if (answers) await confirm(score, score + 2);
    }
    if (!answers) {
      await confirmTake();
      await confirm(4, 4);
    }
    await a.screen.call('do', { action: values });
    await ports.clock.pass(17);
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { score: '3' } }]);
  });
});

it('a screen that comes back has its name again, unless another screen has it', async () => {
  const { desk, b: second } = await twoScreens();
  const third = await watchDesk(desk);
  expect([second.name, third.name]).toEqual(['Screen 2', 'Screen 3']);
  second.leave();
  third.leave();
  const names = [];
  for (const before of ['Screen 3', 'Screen 3', 'Screen 1', `Screen ${'9'.repeat(400)}`]) {
    names.push((await watchDesk(desk, before)).name);
  }
  expect(names).toEqual(['Screen 3', 'Screen 2', 'Screen 4', 'Screen 5']);
});
