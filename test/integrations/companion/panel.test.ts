import { errorTable } from '../../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import type { PanelPress } from '../../../integrations/companion/actions.ts';
import {
  type CompanionPort,
  type Definitions,
  Panel,
  type usualNetwork,
} from '../../../integrations/companion/panel.ts';
import type { SocketHandlers } from '../../../integrations/companion/desk-link.ts';
import type { ReadState } from '../../../integrations/companion/known.ts';
import type { SentPress } from '../../../integrations/companion/outcome.ts';
import type { ModuleStatus } from '../../../integrations/companion/variables.ts';
import { cueView, position, smallState, sub } from '../../kit/companion/desk-states.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';

const address = { host: 'desk', port: 8_930, token: 'T' };

interface OnItsWay extends PanelPress {
  age(): number;
  isSent: boolean;
  end(sent: SentPress): void;
}

/** A panel before a desk that does what the test says. */
function panelOf() {
  const clock = new ManualClock();
  const seen = {
    dials: [] as SocketHandlers[],
    sent: [] as OnItsWay[],
    logged: [] as string[],
    statuses: [] as ModuleStatus[],
    defined: [] as Definitions[],
    variables: {} as Record<string, string | number>,
    checks: 0,
  };
  const label = { is: 'Desk' };
  const network: typeof usualNetwork = {
    dial: (_, handlers) => {
      seen.dials.push(handlers);
      return { ping: () => undefined, end: () => undefined };
    },
    send: (_, press, age) => {
      const ended = Promise.withResolvers<SentPress>();
      const way: OnItsWay = { ...press, age, isSent: true, end: ended.resolve };
      seen.sent.push(way);
      const cut = (reason: string) => ended.resolve({ is: way.isSent ? 'unanswered' : 'unsent', reason });
      return { ended: ended.promise, isSent: () => way.isSent, cut };
    },
  };
  const companion: CompanionPort = {
    label: () => label.is,
    showStatus: (status) => seen.statuses.push(status),
    define: (definitions) => seen.defined.push(definitions),
    setVariables: (values) => {
      // Companion takes no variable that it was not told of.
      expect(Object.keys(seen.defined.at(-1)!.variables)).toEqual(expect.arrayContaining(Object.keys(values)));
      Object.assign(seen.variables, values);
    },
    checkFeedbacks: () => (seen.checks += 1),
    log: (_, text) => seen.logged.push(text),
  };
  const panel = new Panel(companion, clock, network);
  panel.open(address);
  const frame = (state: Partial<ReadState> = {}) =>
    seen.dials.at(-1)!.text(JSON.stringify({ type: 'state', state: { ...smallState, ...state } }));
  return { clock, panel, seen, frame, label };
}

const confirmed: SentPress = { is: 'answered', status: 200, body: '{"result":"confirmed","reason":"","apps":[]}' };
const third = { sub: 'a/1' };
const panic = { app: '', guard: 'twice' };

describe('a press', () => {
  it('is sent once, with its age when it reaches the desk, and a confirmed one leaves no refusal', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    const ended = panel.press('take_in', third);
    clock.jump(30);
    expect(seen.sent.map(({ action, expects, age }) => [action, expects, age()])).toEqual([
      [{ do: 'take', subComposition: 'a/1', to: 'In' }, 'Out1', 30],
    ]);
    seen.sent[0]!.end(confirmed);
    await ended;
    expect([seen.sent.length, seen.variables['last_refusal'], seen.logged]).toEqual([1, '', []]);
  });

  it('says when it was pressed by the clock of the desk, which counts what holds it up on its way', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    seen.dials.at(-1)!.text(JSON.stringify({ type: 'time', time: 50_000 }));
    clock.jump(700);
    const ended = panel.press('take_in', third);
    seen.sent[0]!.end(confirmed);
    await ended;
    expect(seen.sent[0]!.at).toBeCloseTo(50_700, 0);
  });

  it('that fails is told of and not sent again, until one is confirmed', async () => {
    const { panel, seen, frame } = panelOf();
    frame();
    const ended = panel.press('take_in', third);
    seen.sent[0]!.end({ is: 'answered', status: 504, body: '{"result":"unknown","reason":"No answer.","apps":[]}' });
    await ended;
    const words = 'It may or may not have happened: No answer.';
    expect([seen.sent.length, seen.variables['last_refusal'], seen.logged]).toEqual([1, words, [`Take In: ${words}`]]);
    const again = panel.press('take_in', third);
    seen.sent[1]!.end(confirmed);
    await again;
    expect(seen.variables['last_refusal']).toBe('');
  });

  it('is refused while the desk is away, and nothing of it comes when the desk is back', async () => {
    const { panel, seen, frame, clock } = panelOf();
    await panel.press('go', { rundown: '' });
    frame();
    seen.dials.at(-1)!.closed('Pulled.');
    await panel.press('panic', { ...panic, guard: 'held' });
    await panel.press('panic', panic);
    await panel.press('panic', panic);
    expect(seen.variables['last_refusal']).toBe(errorTable['not-connected'].operator);
    await clock.pass(1_000);
    frame();
    await clock.pass(4_000);
    expect([seen.dials.length, seen.sent]).toEqual([2, []]);
    expect(seen.logged.filter((line) => line.includes('nothing was sent'))).toHaveLength(4);
  });

  it('that does not reach the desk in two seconds never does', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    const ended = panel.press('take_in', third);
    seen.sent[0]!.isSent = false;
    await clock.pass(2_000);
    await ended;
    expect(seen.variables['last_refusal']).toBe(
      'The desk is not connected, so nothing was sent. (The desk could not be reached in time.)',
    );
  });

  it('that the desk does not answer, because it is lost, is unknown', async () => {
    const { panel, seen, frame } = panelOf();
    frame();
    const ended = panel.press('take_in', third);
    seen.dials.at(-1)!.closed('Pulled.');
    await ended;
    expect(seen.variables['last_refusal']).toBe(
      'It may or may not have happened: The desk was lost before it answered.',
    );
  });
});

describe('a guarded action', () => {
  it('fires by its second press, and shows that it waits for it', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    await panel.press('panic', panic);
    expect([seen.sent.length, panel.isLit('armed', { action: 'panic' })]).toEqual([0, true]);
    await clock.pass(400);
    void panel.press('panic', panic);
    expect([seen.sent.map(({ action }) => action), panel.isLit('armed', { action: 'panic' })]).toEqual([
      [{ do: 'panic' }],
      false,
    ]);
  });

  it('does not fire by a bounce, by two presses far apart, or by a press of another', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    await panel.press('panic', panic);
    await clock.pass(100);
    await panel.press('panic', panic);
    await clock.pass(4_000);
    await panel.press('panic', panic);
    await clock.pass(400);
    await panel.press('panic', { ...panic, app: 'a' });
    await panel.press('fail_over', { app: 'a', guard: 'twice' });
    expect(seen.sent).toEqual([]);
  });

  it('is disarmed by a loss of the desk', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    await panel.press('panic', panic);
    seen.dials.at(-1)!.closed('Pulled.');
    await clock.pass(600);
    frame();
    await panel.press('panic', panic);
    expect(seen.sent).toEqual([]);
  });

  it('fires at once on a button that is held', () => {
    const { panel, seen, frame } = panelOf();
    frame();
    void panel.press('panic', { ...panic, guard: 'held' });
    expect(seen.sent.map(({ action }) => action)).toEqual([{ do: 'panic' }]);
  });
});

describe('Companion', () => {
  it('is told the status as it changes, and each feedback to be asked again', () => {
    const { seen, frame } = panelOf();
    frame();
    frame({ subs: { 'a/1': sub({ tally: 'ON AIR', onAir: 'yes' }) } });
    const { checks } = seen;
    seen.dials.at(-1)!.closed('Pulled.');
    expect(seen.checks).toBe(checks + 1);
    expect(seen.statuses).toEqual([
      { status: 'Connecting', word: 'connecting', reason: '' },
      { status: 'Ok', word: 'ok', reason: '' },
      { status: 'Disconnected', word: 'desk gone', reason: 'Pulled.' },
    ]);
    expect(seen.logged).toEqual(['desk gone: Pulled.']);
  });

  it('is told of names only when they change, and keeps them while the desk is gone', async () => {
    const { seen, frame, clock } = panelOf();
    frame();
    await clock.pass(200);
    expect(seen.defined.map(({ structure }) => structure.length)).toEqual([0, 3]);
    frame({ subs: { 'a/1': sub({ tally: 'ON AIR' }) } });
    seen.dials.at(-1)!.closed('Pulled.');
    await clock.pass(300);
    expect(seen.defined.length).toBe(2);
    frame({ looks: [] });
    await clock.pass(300);
    expect(seen.defined.length).toBe(3);
  });

  it('has the presets with the new name of the connection, which goes on', async () => {
    const { panel, seen, frame, clock, label } = panelOf();
    frame();
    await clock.pass(200);
    label.is = 'News';
    panel.open(address);
    expect(seen.dials.length).toBe(1);
    expect(seen.defined.at(-1)!.presets['go-r']).toMatchObject({
      style: { text: 'GO\n$(News:next_cue_number) $(News:next_cue_name)' },
    });
    panel.open({ ...address, token: 'other' });
    expect(seen.dials.length).toBe(2);
  });

  it('has a time left that counts down by itself, and stops with its cue', async () => {
    const { seen, frame, clock } = panelOf();
    const at = clock.now() + 3_000;
    const positions = { r: position({ fired: { cue: 'c1', at: 0 } }) };
    frame({ positions, cueViews: { c1: cueView({ state: 'ON AIR', due: { what: 'out', at, left: null } }) } });
    await clock.pass(200);
    const left = [seen.variables['time_left']];
    await clock.pass(1_000);
    left.push(seen.variables['time_left']);
    frame({ positions, cueViews: { c1: cueView({ state: 'DONE' }) } });
    expect([...left, seen.variables['time_left']]).toEqual(['0:03', '0:02', '']);
  });

  it('is told nothing any more after the end', async () => {
    const { panel, seen, frame, clock } = panelOf();
    frame();
    const told = () => [seen.defined.length, seen.statuses.length, seen.checks, seen.dials.length];
    const before = told();
    panel.close();
    await clock.pass(60_000);
    await settled();
    expect(told()).toEqual(before);
  });
});
