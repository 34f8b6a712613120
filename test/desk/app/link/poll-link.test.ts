import { errorTable } from '../../../../contract/errors.ts';
import { Quotas, QuotaGovernor } from '../../../../desk/app/link/quota.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationItem, Request } from '../../../../desk/app/operation.ts';
import { deadAfter } from '../../../../contract/service-api/live-timing.ts';
import { OpenApp } from '../../../../desk/app/open-app.ts';
import type { HttpAnswer, HttpRequest, LiveHandlers, LiveSocket } from '../../../../desk/ports.ts';
import { openTruth } from '../../../../desk/app/link/live-or-poll.ts';
import type { TruthFrame, TruthLink } from '../../../../desk/app/link/truth-link.ts';
import { asksHealth, healthy } from '../../../kit/service/health-question.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';
import { pressesBy } from '../../../kit/desk/presses.ts';
import { ScriptedService } from '../../../kit/service/scripted-service.ts';
import { ServedShow } from '../../../kit/service/served-show.ts';
import { ids, smallShow } from '../../../kit/service/small-show.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';

type Row = 'control' | 'model' | 'app';
const rowOf: Record<string, Row> = { '/control': 'control', '/model': 'model', '': 'app' };

/** One request of the desk, which the test answers when it likes. */
interface Asked {
  row: Row;
  request: HttpRequest;
  aborted: boolean;
  answer(answer: Partial<HttpAnswer>): Promise<void>;
  breakOff(): Promise<void>;
}

/** A service without a live channel, in which nothing happens but what the test does, and a desk that hears its truth. */
class Polled {
  readonly clock = new ManualClock();
  readonly quota = new QuotaGovernor(this.clock, () => undefined);
  readonly asked: Asked[] = [];
  readonly channels: LiveHandlers[] = [];
  readonly told: (TruthFrame | { lost: string })[] = [];
  revision = -1;
  link!: TruthLink;
  /** What it answers by itself; null: the test answers. */
  rows: { control: unknown; model: unknown; app: unknown } | null = null;

  open(): void {
    this.link = openTruth(
      { base: 'http://box', token: 'tok' },
      {
        clock: this.clock,
        knownError,
        random: () => 1,
        quota: this.quota,
        revision: () => this.revision,
        onFrame: (frame) => {
          this.told.push(frame);
          if (frame.type !== 'outputs' && frame.type !== 'desks') this.revision = frame.revision;
        },
        onLost: (reason) => void this.told.push({ lost: reason }),
        connection: { request: (request, signal) => this.#ask(request, signal), openLive: (_, on) => this.#live(on) },
      },
    );
  }

  /** The live channel's opening is answered with an HTTP status, as by a service that has none. */
  async refuse(status = 404): Promise<void> {
    this.channels.at(-1)?.onClose(1006, '', { status });
    await settled();
  }

  /** Everything told since the last time. */
  news(): unknown[] {
    return this.told.splice(0);
  }

  /** The rows that were asked for since the last time. */
  wanted(): Row[] {
    return this.asked.splice(0).map(({ row }) => row);
  }

  #live(handlers: LiveHandlers): LiveSocket {
    this.channels.push(handlers);
    return { send: () => undefined, close: () => undefined };
  }

  #ask(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    if (asksHealth(request)) return Promise.resolve(healthy);
    const row = rowOf[request.url.replace('http://box/apiv2/controlapps/tok', '')]!;
    return new Promise((resolve, reject) => {
      const answer = async (given: Partial<HttpAnswer>): Promise<void> => {
        resolve({ status: 200, body: '', etag: null, headers: {}, ...given });
        await settled();
      };
      const breakOff = async (): Promise<void> => {
        reject(new Error('ECONNRESET'));
        await settled();
      };
      const asked: Asked = { row, request, aborted: false, answer, breakOff };
      signal.addEventListener('abort', () => {
        asked.aborted = true;
        reject(new Error('aborted'));
      });
      this.asked.push(asked);
      if (this.rows) void answer({ body: JSON.stringify(this.rows[row]) });
    });
  }
}

const field = {
  id: 'line',
  title: 'Line',
  type: 'text',
  defaultValue: '',
  resetValue: '',
  immediateUpdate: false,
  index: 0,
};
const sub = (id: string, more: object = {}) => ({
  id,
  name: id,
  state: 'Out1',
  model: [field, { ...field, id: 'goals', type: 'number', defaultValue: 3, resetValue: 3, index: 1 }],
  logicLayer: null,
  snapshot: null,
  subcompositions: [],
  ...more,
});
const root = (...subs: object[]) => [
  { id: 'root', name: 'Show', model: [], logicLayer: null, snapshot: null, subcompositions: subs },
];
const held = (subCompositionId: string, state: string, payload: object = {}) => ({
  subCompositionId,
  mainComposition: false,
  state,
  payload,
});
const main = { subCompositionId: 'root', mainComposition: true, state: 'In', payload: {} };
const app = { id: 9, name: 'Match', outputUrl: 'http://box/output', more: 1 };
const show = (...control: object[]) => ({ control: [main, ...control], model: root(sub('a'), sub('b')), app });

let box: Polled;
beforeEach(() => {
  box = new Polled();
});

/** A desk that hears this by asking. */
async function hears(...control: object[]): Promise<void> {
  box.rows = show(...control);
  box.open();
  await box.refuse();
  box.news();
  box.wanted();
}

describe('a service without a live channel', () => {
  it('is asked for rows 29 and 30, in whatever form it knows them, and is told as the live channel would', async () => {
    box.rows = show(held('a', 'In', { line: 'Ada', goals: 4, note: null }), held('b', 'Out2'));
    box.open();
    await box.refuse();
    expect(box.wanted()).toEqual(['app', 'control', 'model']);
    const goals = { ...field, id: 'goals', type: 'number', defaultValue: '3', resetValue: '3', index: 1 };
    const item = (id: string) => ({ ...sub(id), model: [field, goals], secondTimeline: true });
    expect(box.news()).toEqual([
      {
        type: 'snapshot',
        revision: 1,
        since: 0,
        now: box.clock.now(),
        app: { id: 9, name: 'Match', onairUrl: 'http://box/output', mediaUrl: 'http://box' },
        model: [{ ...root(item('a'), item('b'))[0], state: undefined, secondTimeline: false }],
        control: [
          { ...main, subCompositionName: '' },
          { ...held('a', 'In', { line: 'Ada', goals: '4' }), subCompositionName: '' },
          { ...held('b', 'Out2'), subCompositionName: '' },
        ],
      },
    ]);
    expect(box.link.mode).toBe('polled');
  });

  it('may write limits as numbers, members that are none, and no state of the root', async () => {
    const odd = { ...field, type: 'number', min: 0, max: 10, step: 0.5, rows: 3, unit: null, title: 7, format: {} };
    box.rows = {
      control: [{ ...main, state: null, payload: null }, held('a', 'In')],
      model: root(
        sub('a', { model: [odd, { ...field, id: 'x', type: 'hologram' }], groups: 7 }),
        sub('b', { groups: [{ id: 'g', childIds: ['line'], color: 'red' }] }),
      ),
      app,
    };
    box.open();
    await box.refuse();
    type Listed = { model: unknown; groups?: unknown };
    const [snapshot] = box.news() as [{ model: { subcompositions: Listed[] }[]; control: unknown[] }];
    expect(snapshot.model[0]?.subcompositions.map(({ groups }) => groups)).toEqual([
      undefined,
      [{ id: 'g', childIds: ['line'] }],
    ]);
    expect(snapshot.model[0]?.subcompositions[0]?.model).toEqual([
      { ...field, type: 'number', title: '7', min: '0', max: '10', step: '0.5', rows: '3' },
    ]);
    expect(snapshot.control).toEqual([
      { ...main, state: 'Out1', subCompositionName: '' },
      { ...held('a', 'In'), subCompositionName: '' },
    ]);
  });

  it.each([400, 404, 405, 426, 501])('says so by answering the opening of the channel with %d', async (status) => {
    box.rows = show();
    box.open();
    await box.refuse(status);
    expect(box.news()).toMatchObject([{ type: 'snapshot' }]);
  });

  it('is not taken for one while it is only starting: the channel is tried again', async () => {
    box.open();
    await box.refuse(503);
    expect(box.news()).toEqual([{ lost: errorTable['service-unreachable'].operator }]);
    await box.clock.pass(50);
    expect([box.channels.length, box.wanted()]).toEqual([2, []]);
  });

  it('that opens the channel and says nothing on it is asked after three tries', async () => {
    box.rows = show();
    box.open();
    await box.clock.pass(3 * deadAfter + 50 + 100);
    expect(box.news()).toMatchObject([
      { lost: errorTable['service-unreachable'].operator },
      {},
      {},
      { type: 'snapshot' },
    ]);
    expect(box.channels).toHaveLength(3);
  });

  it('that has a name for nothing but its rows is called nothing', async () => {
    box.open();
    await box.refuse();
    for (const { row, answer } of box.asked.splice(0)) {
      await answer(row === 'app' ? { status: 404 } : { body: JSON.stringify(show().control) });
    }
    await box.asked.pop()?.answer({ body: JSON.stringify(show().model) });
    expect(box.news()).toMatchObject([{ type: 'snapshot', app: null }]);
  });
});

it('tells a state of every sub-composition but the root, also where the service does not, so that a panic names them', async () => {
  box.rows = {
    ...show(held('a', 'In'), held('b', 'In')),
    model: root(sub('a', { state: undefined }), sub('b', { state: 7 })),
  };
  box.open();
  await box.refuse();
  const [snapshot] = box.news() as { model: { state?: string; subcompositions: { state?: string }[] }[] }[];
  const [whole] = snapshot?.model ?? [];
  expect([whole?.state, whole?.subcompositions.map(({ state }) => state)]).toEqual([undefined, ['Out', 'Out']]);
});

describe('asking', () => {
  /** Milliseconds between askings, over a time. */
  const gaps = async (milliseconds: number): Promise<number[]> => {
    const times: number[] = [];
    let before = box.clock.now();
    for (let at = 0; at < milliseconds; at += 50) {
      await box.clock.pass(50);
      for (const _ of box.wanted().filter((row) => row === 'control')) {
        times.push(box.clock.now() - before);
        before = box.clock.now();
      }
    }
    return times;
  };

  it('is slow while nothing happens', async () => {
    await hears(held('a', 'Out1'));
    expect(await gaps(12_000)).toEqual([4_000, 4_000, 4_000]);
  });

  it('is quick while something is on air, which the main composition always is', async () => {
    await hears(held('a', 'In'));
    expect(await gaps(1_000)).toEqual([200, 200, 200, 200, 200]);
  });

  it('is quick for five seconds after a press, then slower', async () => {
    await hears(held('a', 'Out1'));
    box.link.acknowledged(null);
    expect(await gaps(10_000)).toEqual([100, ...Array<number>(25).fill(200), 2_000, 2_000]);
  });

  it('is done at once after a press is answered, however long it was quiet', async () => {
    await hears(held('a', 'Out1'));
    await box.clock.pass(3_000);
    box.link.acknowledged(null);
    await box.clock.pass(0);
    expect(box.wanted()).toEqual(['control']);
  });

  it('never begins twice in a tenth of a second, and never goes on twice at a time', async () => {
    await hears(held('a', 'Out1'));
    box.rows = null;
    await box.clock.pass(5_000);
    for (let at = 0; at < 10; at++) {
      box.link.acknowledged(null);
      await box.clock.pass(10);
    }
    expect(box.asked.map(({ row }) => row)).toEqual(['control']);
    await box.asked[0]?.answer({ body: JSON.stringify(show(held('a', 'Out1')).control) });
    await box.clock.pass(0);
    expect(box.asked).toHaveLength(2);
  });

  it('is held back by the quota, but for what confirms a press', async () => {
    await hears(held('a', 'In'));
    const reset = Math.floor(box.clock.now() / 1_000) + 60;
    const headers = { 'x-left': JSON.stringify({ limit: 100, remaining: 20, reset }) };
    box.quota.learn({ status: 200, headers }, 'poll');
    await box.clock.pass(10_000);
    expect(box.wanted()).toEqual([]);
    box.link.acknowledged(null);
    await box.clock.pass(0);
    expect(box.wanted()).toEqual(['control']);
  });

  it('names what is held already where the service marks it, and believes that nothing changed', async () => {
    box.open();
    await box.refuse();
    const rows: Record<Row, unknown> = show(held('a', 'In'));
    for (const { row, answer } of box.asked.splice(0))
      await answer({ body: JSON.stringify(rows[row]), etag: `"${row}"` });
    await box.asked.pop()?.answer({ body: JSON.stringify(rows.model) });
    const revision = box.revision;
    box.news();
    await box.clock.pass(200);
    expect(box.asked.map(({ request }) => request.ifNoneMatch)).toEqual(['"control"']);
    await box.asked.pop()?.answer({ status: 304 });
    expect(box.news()).toEqual([{ type: 'beat', revision, now: box.clock.now() }]);
  });
});

describe('what is told', () => {
  it('is what changed, once, in order', async () => {
    await hears(held('a', 'In', { line: 'Ada' }), held('b', 'Out1'));
    const since = box.revision;
    box.rows = show(held('a', 'In', { line: 'Grace' }), held('b', 'In'));
    await box.clock.pass(400);
    const changes = [
      { id: 'a', payload: { line: 'Grace' } },
      { id: 'b', state: 'In' },
    ];
    const now = box.clock.now();
    expect(box.news()).toEqual([
      { type: 'change', revision: since + 1, since, now: now - 200, changes },
      { type: 'beat', revision: since + 1, now },
    ]);
  });

  it('holds an operation from the first asking on that began after its answer, not from one that was on its way', async () => {
    await hears(held('a', 'Out1'));
    box.rows = null;
    await box.clock.pass(5_000);
    const holds = box.link.acknowledged(null);
    await box.asked.pop()?.answer({ body: JSON.stringify(show(held('a', 'Out1')).control) });
    expect(box.news()).toMatchObject([{ type: 'beat' }]);
    expect(box.revision).toBeLessThan(holds);
    await box.clock.pass(100);
    await box.asked.pop()?.answer({ body: JSON.stringify(show(held('a', 'In')).control) });
    expect(box.news()).toMatchObject([{ type: 'change', revision: holds, changes: [{ id: 'a', state: 'In' }] }]);
  });

  it('comes to every operation although another is answered all the time', async () => {
    await hears(held('a', 'Out1'));
    box.rows = null;
    await box.clock.pass(5_000);
    const wanted: number[] = [];
    for (let at = 0; at < 5; at++) {
      wanted.push(box.link.acknowledged(null));
      await box.asked.pop()?.answer({ body: JSON.stringify(show(held('a', 'Out1', { line: String(at) })).control) });
      await box.clock.pass(100);
    }
    const revisions = box.news().map((frame) => (frame as { revision: number }).revision);
    expect(revisions.slice(1)).toEqual(wanted.slice(0, 4));
  });

  it('is the whole truth where the service has other sub-compositions than it had', async () => {
    await hears(held('a', 'In'));
    box.rows = { ...show(held('a', 'In'), held('c', 'In')), model: root(sub('a'), sub('c')) };
    await box.clock.pass(200);
    expect(box.wanted()).toEqual(['control', 'model']);
    expect(box.news()).toMatchObject([{ type: 'snapshot', model: [{ subcompositions: [{ id: 'a' }, { id: 'c' }] }] }]);
  });

  it('is the same model after a take, also where the state is all that tells of a second timeline', async () => {
    await hears(held('a', 'Out1'));
    box.rows = { ...show(held('a', 'In')), model: root(sub('a', { state: 'In' }), sub('b')) };
    await box.clock.pass(30_200);
    expect(box.wanted()).toContain('model');
    expect(box.news()).not.toContainEqual(expect.objectContaining({ type: 'snapshot' }));
  });

  it('asks once for what no model tells of, and for the model each half minute', async () => {
    await hears(held('a', 'In'), held('stranger', 'In'));
    await box.clock.pass(29_800);
    expect(box.wanted().filter((row) => row === 'model')).toEqual([]);
    await box.clock.pass(400);
    expect(box.wanted().filter((row) => row === 'model')).toEqual(['model']);
  });

  it('is told whole again where the desk asks for that', async () => {
    await hears(held('a', 'In'));
    box.link.restart();
    await box.clock.pass(100);
    expect(box.news()).toMatchObject([{ type: 'snapshot' }]);
  });

  it('is not told whole again by an asking that began before the desk asked for that', async () => {
    await hears(held('a', 'In'));
    box.rows = null;
    box.asked.length = 0;
    await box.clock.pass(200);
    box.link.restart();
    await box.asked.pop()?.answer({ body: JSON.stringify(show(held('a', 'In')).control) });
    await box.asked.pop()?.answer({ body: JSON.stringify(show(held('a', 'In')).model) });
    expect(box.news()).toEqual([]);
    box.rows = show(held('a', 'Out1'));
    await box.clock.pass(100);
    expect(box.news()).toMatchObject([{ type: 'snapshot', control: [{}, { subCompositionId: 'a', state: 'Out1' }] }]);
  });

  it('is told by the clock of the service, whatever second its answers name', async () => {
    box.open();
    await box.refuse();
    const ahead = 3_600_000 + 250;
    const rows: Record<Row, unknown> = show(held('a', 'In'));
    const answerAll = async (): Promise<void> => {
      for (const { row, answer } of box.asked.splice(0)) {
        const date = new Date(box.clock.now() + ahead).toUTCString();
        await answer({ body: JSON.stringify(rows[row]), headers: { date } });
      }
    };
    for (let at = 0; at < 12; at++) {
      await answerAll();
      await box.clock.pass(210);
    }
    const told = box.told.at(-1) as { now: number };
    expect(Math.abs(told.now - (box.clock.now() - 210 + ahead))).toBeLessThan(120);
  });
});

describe('a service that is asked and', () => {
  it('breaks one answer off is asked once more before it counts as lost', async () => {
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200);
    await box.asked.pop()?.breakOff();
    expect(box.news()).toEqual([]);
    await box.clock.pass(100);
    await box.asked.pop()?.breakOff();
    expect(box.news()).toEqual([{ lost: errorTable['service-unreachable'].operator }]);
  });

  it('answers 502 is asked once more at once, for a proxy says so when it lost one connection', async () => {
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200);
    await box.asked.pop()?.answer({ status: 502, body: 'Bad Gateway' });
    expect(box.news()).toEqual([]);
    await box.clock.pass(100);
    await box.asked.pop()?.answer({ status: 502, body: 'Bad Gateway' });
    expect(box.news()).toEqual([{ lost: errorTable['internal'].operator }]);
  });

  it('names its failure with 503 is asked once more at once, too', async () => {
    const body = '{"error":{"message":"It is starting.","code":503}}';
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200);
    await box.asked.pop()?.answer({ status: 503, body, headers: { 'error-name': 'not-ready' } });
    expect(box.news()).toEqual([]);
    await box.clock.pass(100);
    await box.asked.pop()?.answer({ status: 503, body, headers: { 'error-name': 'not-ready' } });
    expect(box.news()).toEqual([{ lost: 'It is starting.' }]);
  });

  it('is silent is lost, and its answer does not count when it comes', async () => {
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200 + deadAfter);
    expect(box.news()).toEqual([{ lost: errorTable['service-lost'].operator }]);
    expect(box.asked.pop()?.aborted).toBe(true);
  });

  it.each([
    [
      { status: 404, body: '{"error":{"message":"The service does not know this token.","code":404}}' },
      'The service does not know this token.',
    ],
    [{ status: 401, body: '{"error":{"message":"Unauthorized","code":401}}' }, 'Unauthorized'],
    [{ status: 200, body: '<html>' }, 'What answered is not an Overlay Desk service.'],
    [{ status: 200, body: '[{"subCompositionId":1}]' }, 'What answered is not an Overlay Desk service.'],
  ])('answers %j is lost for that reason', async (answer, lost) => {
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200);
    await box.asked.pop()?.answer(answer);
    expect(box.news()).toEqual([{ lost }]);
  });

  it('takes no more questions stays as it was last known, and is asked when its quota says', async () => {
    await hears(held('a', 'In'));
    box.rows = null;
    await box.clock.pass(200);
    await box.asked.pop()?.answer({ status: 429, headers: { 'retry-after': '3' } });
    expect(box.news()).toEqual([]);
    await box.clock.pass(2_900);
    expect(box.wanted()).toEqual([]);
    await box.clock.pass(300);
    expect(box.wanted()).toEqual(['control']);
  });

  it('comes back is asked by the live channel first: it may be another one now', async () => {
    await hears(held('a', 'In'));
    box.rows = { control: 'no rows', model: [], app };
    await box.clock.pass(200);
    expect(box.news()).toMatchObject([{ lost: errorTable['answer-garbage'].operator }]);
    await box.clock.pass(100);
    expect(box.channels).toHaveLength(2);
    box.channels[1]?.onText(JSON.stringify({ type: 'beat', revision: 4, now: 0 }));
    expect(box.news()).toEqual([{ type: 'beat', revision: 4, now: 0 }]);
    expect(box.link.mode).toBe('live');
  });

  it('gets a live channel is heard by it, and asked no more', async () => {
    await hears(held('a', 'In'));
    await box.clock.pass(300_000);
    box.news();
    box.channels[1]?.onText(JSON.stringify({ type: 'beat', revision: 4, now: 0 }));
    box.wanted();
    await box.clock.pass(1_000);
    expect([box.news(), box.wanted(), box.link.mode]).toEqual([[{ type: 'beat', revision: 4, now: 0 }], [], 'live']);
  });

  it('is closed is asked no more', async () => {
    await hears(held('a', 'In'));
    box.link.close();
    await box.clock.pass(600_000);
    expect([box.news(), box.wanted(), box.channels.length]).toEqual([[], [], 1]);
  });
});

describe('a desk that hears by asking', () => {
  /** A desk on a scripted service without a live channel, with what it shows as changed elsewhere. */
  async function openAsking() {
    const clock = new ManualClock();
    const service = new ScriptedService(
      new ServedShow('box', smallShow, { clock: clock.now, url: 'http://box' }),
      clock,
    );
    service.hasLive = false;
    const desk = new OpenApp(
      { key: 'box', name: 'Box', kind: 'token' },
      {
        clock,
        knownError,
        quotas: new Quotas(),
        random: () => 1,
        settled: () => undefined,
        changedSubs: () => undefined,
        changed: () => undefined,
        notice: () => undefined,
      },
    );
    desk.connect({ base: 'http://box', token: 'tok', account: undefined, connection: service.connection, openTruth });
    await clock.pass(100);
    const press = pressesBy(clock);
    const ask = async (kind: Request['kind'], ...items: OperationItem[]): Promise<void> => {
      desk.send({ kind, action: 'Asked', items }, press());
      await settled();
    };
    const changed = (): string[] => [...desk.state.confirmed.ids].filter((id) => desk.state.view(id).changed !== null);
    const tally = (id: string): string => desk.state.view(id).tally;
    return { clock, service, desk, ask, changed, tally };
  }

  it('does not take its own presses for somebody else’s, nor what had to go out for them', async () => {
    const { clock, service, ask, changed, tally } = await openAsking();
    await ask('take', { id: ids.title, state: 'In' });
    await clock.pass(1_000);
    await ask('take', { id: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } });
    await ask('command', { id: ids.title, commands: { flash: 'execute' } });
    await clock.pass(1_000);
    expect([tally(ids.title), tally(ids.lowerThird), changed(), service.sent.length]).toEqual(['OUT', 'ON AIR', [], 3]);
  });

  it('tells what others change, also in the same moment as it changes something itself', async () => {
    const { clock, service, ask, changed } = await openAsking();
    await ask('take', { id: ids.title, state: 'In' });
    service.show.apply([{ subCompositionId: ids.home, payload: { team: 'Visitors' } }]);
    await clock.pass(1_000);
    expect(changed()).toEqual([ids.home]);
    service.show.apply([{ subCompositionId: ids.title, state: 'Out' }]);
    await clock.pass(1_000);
    expect(changed()).toEqual([ids.title, ids.home]);
  });

  it('shows the show clock of the service', async () => {
    const { desk } = await openAsking();
    expect(Math.abs(desk.clockAhead ?? Infinity)).toBeLessThanOrEqual(500);
  });
});
