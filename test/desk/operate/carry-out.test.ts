import { texts } from '../../../contract/texts/texts.ts';
import type { Action } from '../../../contract/actions/actions.ts';
import { describe, expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import type { ActionOutcome } from '../../../contract/desk-api/action-outcome.ts';
import { memorySettings, modelItem, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { settled } from '../../kit/manual-clock.ts';
import { held, openLiveShow, openTwoApps, show, third } from '../../kit/service/scripted-show.ts';

/** A live show whose screen presses actions and waits for their ends. */
async function openWaiting() {
  const opened = await openLiveShow();
  const ends: (ActionOutcome | null)[] = [];
  const press = async (action: WrittenAction): Promise<void> => {
    void opened.screen.call('do', { action, wait: true }).then((end) => ends.push(end));
    await settled();
  };
  /** The ends that the screen was told by now. */
  const told = async (): Promise<typeof ends> => {
    for (let hop = 0; hop < 3; hop++) await settled();
    return ends;
  };
  return { ...opened, told, press };
}

const takeIn = { do: 'take', subComposition: 'third', to: 'In' } as const;

describe('whoever waits for an action', () => {
  it('is told that it is confirmed, with the revision that it made', async () => {
    const { ports, told, press } = await openWaiting();
    await press(takeIn);
    expect(await told()).toEqual([]);
    await ports.request.answer({ etag: '"7"' });
    const apps = [{ app: 'embedded-1', result: 'confirmed', reason: '', error: null, revision: 7 }];
    expect(await told()).toEqual([{ result: 'confirmed', reason: '', error: null, apps }]);
  });

  it('is told why it failed', async () => {
    const { ports, told, press } = await openWaiting();
    await press(takeIn);
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    const error = 'body-invalid';
    expect(await told()).toMatchObject([
      { result: 'failed', reason: 'No.', error, apps: [{ reason: 'No.', error, revision: null }] },
    ]);
  });

  it('is told that nobody knows, where the service is lost before it answers', async () => {
    const { ports, told, press } = await openWaiting();
    await press(takeIn);
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    expect(await told()).toMatchObject([{ result: 'unknown', apps: [{ result: 'unknown', revision: null }] }]);
  });

  it('is told that a newer value of the same field replaced its own before it was sent', async () => {
    const { ports, told, press } = await openWaiting();
    const set = (value: number): WrittenAction => ({ do: 'set', subComposition: 'bug', field: 'score', value });
    for (const value of [1, 2, 3]) await press(set(value));
    await ports.request.answer({ etag: '"1"' });
    await ports.clock.pass(17);
    await ports.request.answer({ etag: '"2"' });
    expect((await told()).map((end) => [end?.result, end?.apps[0]?.revision])).toEqual([
      ['replaced', null],
      ['confirmed', 1],
      ['confirmed', 2],
    ]);
  });

  it('is told the worst of several app instances, and how it ended in each', async () => {
    const { ports, screen } = await openTwoApps();
    for (const app of ['embedded-1', 'embedded-2']) {
      await screen.call('do', { action: { do: 'cue', subComposition: `${app}/bug`, cued: true } });
    }
    const end = screen.call('do', { action: { do: 'takeCued' }, wait: true });
    await settled();
    await ports.asked[0]?.answer({ etag: '"2"' });
    await ports.asked[1]?.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    expect(await end).toMatchObject({
      result: 'failed',
      reason: 'No.',
      apps: [
        { app: 'embedded-1', result: 'confirmed' },
        { app: 'embedded-2', result: 'failed' },
      ],
    });
  });

  it('is told at once of what only changes the desk', async () => {
    const { ports, told, press } = await openWaiting();
    await press({ do: 'set', subComposition: 'third', field: 'line1', value: 'New' });
    await press({ do: 'discard', subComposition: 'third' });
    const nothing = { result: 'done', reason: '', error: null, apps: [] };
    expect([await told(), ports.asked]).toEqual([[nothing, nothing], []]);
  });

  it('is told of the app that took its part, where another one refused its own', async () => {
    const { ports, screen } = await openTwoApps();
    for (const app of ['embedded-1', 'embedded-2']) {
      await screen.call('do', { action: { do: 'cue', subComposition: `${app}/bug`, cued: true } });
    }
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await settled();
    const end = screen.call('do', { action: { do: 'takeCued' }, wait: true });
    await settled();
    await ports.request.answer({ etag: '"2"' });
    expect((await end)?.apps).toMatchObject([
      { app: 'embedded-1', result: 'confirmed' },
      { app: 'embedded-2', result: 'failed' },
    ]);
  });

  it('of a panic is told when all is out, and that nobody knows where no answer comes', async () => {
    const { ports, told, press } = await openWaiting();
    await press({ do: 'panic' });
    await ports.request.answer({ etag: '"2"' });
    expect(await told()).toEqual([]);
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [] });
    expect(await told()).toMatchObject([{ result: 'confirmed', apps: [{ app: 'embedded-1' }] }]);
    ports.launches.at(-1)?.end('');
    await settled();
    await press({ do: 'panic' });
    await ports.clock.pass(2_000);
    expect((await told())[1]).toMatchObject({ result: 'unknown' });
  });

  it('is refused at once what cannot be done', async () => {
    const { screen } = await openWaiting();
    const gone = { ...takeIn, subComposition: 'gone' };
    await expect(screen.call('do', { action: gone, wait: true })).rejects.toMatchObject({
      message: texts.app.noGraphic('gone'),
    });
    const nobody = { do: 'failOver', app: 'embedded-1' } as const;
    await expect(screen.call('do', { action: nobody, wait: true })).rejects.toMatchObject({
      code: 'backup-refused',
    });
    const nothing = { do: 'update', subComposition: 'third' } as const;
    await expect(screen.call('do', { action: nothing })).rejects.toThrow(texts.actions.noEdits('Lower Third', ''));
  });
});

it('an Out 2 of a graphic with one Out is that Out, also in the log', async () => {
  const { ports, screen } = await openLiveShow();
  for (const subComposition of ['bug', 'third']) {
    await screen.call('do', { action: { do: 'take', subComposition, to: 'Out2', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
  }
  expect(ports.lines.map(({ action, items }) => [action, items])).toEqual([
    ['Take Out', [{ subCompositionId: 'bug', state: 'Out' }]],
    ['Take Out 2', [{ subCompositionId: 'third', state: 'Out2' }]],
  ]);
});

describe('a toggle', () => {
  const toggle = { do: 'toggle', subComposition: 'third' } as const;

  it('takes out what is confirmed In, and In what is not, whatever is requested', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: toggle });
    await ports.clock.pass(300);
    await screen.call('do', { action: { ...toggle, action: 'jump' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(300);
    await screen.call('do', { action: toggle });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'third', state: 'In' }],
      [{ subCompositionId: 'third', state: 'In', action: 'jump' }],
      [{ subCompositionId: 'third', state: 'Out' }],
    ]);
  });

  it('is refused where the operator saw another state', async () => {
    const { ports, screen } = await openLiveShow();
    await expect(screen.call('do', { action: toggle, expects: 'In' })).rejects.toMatchObject({
      message: texts.guard.changed('Lower Third', 'Out 1', 'In'),
    });
    expect(ports.asked).toEqual([]);
  });

  it('does nothing while nobody knows what is on air, says so, and is logged', async () => {
    const { ports, screen } = await openLiveShow();
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await settled();
    const message = texts.actions.notToggled('Lower Third');
    await expect(screen.call('do', { action: toggle })).rejects.toMatchObject({ code: 'press-refused', message });
    expect(ports.asked.filter(({ request }) => request.method === 'PATCH')).toEqual([]);
    expect(ports.lines).toMatchObject([{ action: 'Toggle', result: 'failed', reason: message }]);
  });
});

describe('a key', () => {
  it.each<[Action, string]>([
    [{ do: 'take', subComposition: 'embedded-1/7d0c2e94', to: 'In', action: 'play' }, texts.app.graphicGone],
    [{ do: 'fireCue', cue: '7d0c2e94' }, texts.cues.gone('cue')],
    [{ do: 'go', rundown: '7d0c2e94' }, texts.cues.gone('rundown')],
  ])('whose target is gone says so without its id, and is logged: %j', async (action, why) => {
    const keys = [{ key: 'Digit3', action }];
    const { ports, screen } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    await expect(screen.call('key', { key: 'Digit3', repeat: false })).rejects.toThrow(why);
    expect(ports.lines.map(({ trigger, result, reason }) => [trigger.kind, result, reason])).toEqual([
      ['key', 'failed', why],
    ]);
    expect(why).not.toContain('7d0c2e94');
  });

  it('changes a value from what is staged, and sends it where it says so', async () => {
    const step = { do: 'step', subComposition: 'embedded-1/bug', field: 'score', by: 2 };
    const set = { do: 'set', subComposition: 'embedded-1/third', field: 'line1', value: 'New', send: true };
    const keys = [
      { key: 'F1', action: step },
      { key: 'F2', action: set },
    ];
    const { ports, screen, sub } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    await ports.hear(snapshot(show, [held('bug', 'Out1', { score: '3' })], 5));
    for (const [at, key] of ['F1', 'F1', 'F2'].entries()) {
      await screen.call('key', { key, repeat: false });
      await ports.clock.pass(100);
      await ports.request.answer({ etag: `"${at + 6}"` });
    }
    expect(ports.asked.map(({ items }) => items[0]?.payload)).toEqual([
      { score: '5' },
      { score: '7' },
      { line1: 'New' },
    ]);
    expect(sub('third')?.staged).toEqual({});
  });

  it('does not count a press that failed with the next press', async () => {
    const keys = [{ key: 'F1', action: { do: 'step', subComposition: 'embedded-1/bug', field: 'score', by: 1 } }];
    const { ports, screen, sub } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    await ports.hear(snapshot(show, [held('bug', 'Out1', { score: '3' })], 5));
    for (const answer of [{ status: 503 }, { etag: '"6"' }]) {
      await screen.call('key', { key: 'F1', repeat: false }).catch(() => undefined);
      await ports.clock.pass(100);
      await ports.request.answer(answer);
      await ports.clock.pass(100);
    }
    expect(ports.asked.map(({ items }) => items[0]?.payload)).toEqual([{ score: '4' }, { score: '4' }]);
    expect(sub('bug')?.staged).toEqual({});
  });

  it('goes on from what it sent, whatever was staged before', async () => {
    const action = { do: 'step', subComposition: 'embedded-1/third', field: 'score', by: 1, send: true };
    const keys = [{ key: 'F1', action }];
    const number = { ...third, model: third.model.map((field) => ({ ...field, immediateUpdate: false })) };
    const { ports, screen, sub } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    const model = [modelItem({ id: 'root', name: 'Show', subcompositions: [number] })];
    await ports.hear(snapshot(model, [held('third', 'Out1', { score: '3' })], 5));
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'score', value: '7' } });
    for (const revision of [6, 7]) {
      await screen.call('key', { key: 'F1', repeat: false });
      await ports.clock.pass(100);
      await ports.request.answer({ etag: `"${revision}"` });
    }
    expect(ports.asked.map(({ items }) => items[0]?.payload)).toEqual([{ score: '8' }, { score: '9' }]);
    expect(sub('third')?.staged).toEqual({});
  });

  it.each([
    { do: 'fire', field: 'line1' },
    { do: 'time', field: 'flash', command: 'play' },
    { do: 'set', field: 'flash', value: 'execute' },
  ] as const)('is refused where the field has become another one: $do', async (action) => {
    const { ports, screen } = await openLiveShow();
    const asked = screen.call('do', { action: { ...action, subComposition: 'third' } });
    await expect(asked).rejects.toThrow(/^Lower Third, \w+: it is not a (button|timer|field with a value)\.$/);
    expect(ports.asked).toEqual([]);
  });

  it('stages what is on air already while something else is on its way there', async () => {
    const { ports, screen, sub } = await openLiveShow();
    const set = (value: string) =>
      screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value } });
    await set('New');
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    await set('Old');
    expect(sub('third')?.staged).toEqual({ line1: 'Old' });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', payload: { line1: 'New' } }] });
    expect(sub('third')).toMatchObject({ values: { line1: 'New' }, staged: { line1: 'Old' } });
  });

  it('that names a field which its action cannot change is told as a problem', async () => {
    const action = { do: 'switch', subComposition: 'embedded-1/bug', field: 'score' };
    const settings = memorySettings({ version: 1, keys: [{ key: 'F1', action }] });
    const { view } = await openLiveShow(new ScriptedPorts(settings));
    expect(view.notices.map(({ text }) => text)).toContain(texts.keys.lacksField('F1', 'checkbox', 'Bug'));
  });
});
