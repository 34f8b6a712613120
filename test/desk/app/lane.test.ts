import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { joined, type Operation, type OperationItem, type Outcome } from '../../../desk/app/operation.ts';
import { Lane, operationDeadline } from '../../../desk/app/lane.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';
import { knownError } from '../../kit/desk/recording-log.ts';

/** A lane whose requests are answered when the test says so. */
class Stand {
  readonly clock = new ManualClock();
  /** Every request, as it went out. */
  readonly requests: { at: number; items: OperationItem[]; aborted: boolean }[] = [];
  /** How each operation ended, by its number, in order. */
  readonly ended: [number, string][] = [];
  /** What was never sent: its number, the reason and the values. */
  readonly lost: [number, string, readonly OperationItem[]][] = [];
  valuesWait = 0;
  /** Who is signed on. */
  operator = '';
  /** The screen that presses. */
  screen = '';
  /** Whether a request is on the wire as soon as it goes. */
  isOpen = true;
  readonly #open: { resolve: (revision: number | null) => void; reject: (error: unknown) => void }[] = [];
  #number = 0;
  readonly lane = new Lane({
    clock: this.clock,
    knownError,
    send: (operations, { signal, onSent }) => {
      const request = { at: this.clock.monotonic(), items: joined(operations), aborted: false };
      this.requests.push(request);
      if (this.isOpen) onSent();
      return new Promise((resolve, reject) => {
        this.#open.push({ resolve, reject });
        signal.addEventListener('abort', () => (request.aborted = true));
      });
    },
    valuesWait: () => this.valuesWait,
    layerOf: (id) => (id.startsWith('full') ? 'full' : undefined),
    settle: ({ number, items }, outcome) => {
      this.ended.push([number, told(outcome)]);
      if (outcome.result === 'replaced') this.lost.push([number, outcome.error.message, items]);
      this.onEnd(number);
    },
  });
  /** What whoever is told of an end does at once. */
  onEnd: (number: number) => void = () => undefined;

  /** Ask for something. */
  ask(kind: Operation['kind'], ...items: OperationItem[]): void {
    this.lane.push(this.#operation(kind, items));
  }

  values(id: string, payload: Record<string, unknown>): void {
    this.ask('values', { id, payload });
  }

  take(id: string, state: 'In' | 'Out' = 'In'): void {
    this.ask('take', { id, state });
  }

  panic(...ids: string[]): void {
    this.lane.panic(
      this.#operation(
        'panic',
        ids.map((id) => ({ id, state: 'Out', action: 'jump' })),
      ),
    );
  }

  /** The oldest request that is open is answered. */
  async answer(revision: number | null = 1): Promise<void> {
    this.#open.shift()?.resolve(revision);
    await settled();
  }

  async refuse(error: unknown): Promise<void> {
    this.#open.shift()?.reject(error);
    await settled();
  }

  get sent(): OperationItem[][] {
    return this.requests.map(({ items }) => items);
  }

  #operation(kind: Operation['kind'], items: OperationItem[]): Operation {
    const start = this.clock.monotonic();
    const press = { number: ++this.#number, operator: this.operator, at: this.clock.now(), start };
    return { kind, items, action: kind, app: 'a', trigger: { kind: 'screen', detail: this.screen }, ...press };
  }
}

function told(outcome: Outcome): string {
  return outcome.result === 'confirmed' ? 'confirmed' : `${outcome.result}: ${outcome.error.code}`;
}

const item = (id: string, rest: Omit<OperationItem, 'id'>): OperationItem => ({
  id,
  ...rest,
});

describe('a lane', () => {
  it('has one request under way at a time, and takes keep the order of their presses', async () => {
    const stand = new Stand();
    for (const id of ['a', 'b', 'c']) stand.take(id);
    expect(stand.sent).toEqual([[item('a', { state: 'In' })]]);
    for (const _ of [1, 2, 3]) await stand.answer();
    expect(stand.sent.map(([one]) => one?.id)).toEqual(['a', 'b', 'c']);
    expect(stand.ended).toEqual([
      [1, 'confirmed'],
      [2, 'confirmed'],
      [3, 'confirmed'],
    ]);
  });

  it('never melts two takes or two presses of a button into one', async () => {
    const stand = new Stand();
    const fire = () => stand.ask('command', item('a', { commands: { flash: 'execute' } }));
    stand.take('a');
    stand.take('a');
    fire();
    fire();
    for (const _ of [1, 2, 3, 4]) await stand.answer();
    expect(stand.sent).toEqual([
      [item('a', { state: 'In' })],
      [item('a', { state: 'In' })],
      [item('a', { commands: { flash: 'execute' } })],
      [item('a', { commands: { flash: 'execute' } })],
    ]);
  });

  it('sends 100 changes that are fired together as one request', async () => {
    const stand = new Stand();
    for (let at = 0; at < 100; at++) stand.values(`sub${at}`, { score: String(at) });
    await settled();
    expect(stand.sent).toEqual([
      Array.from({ length: 100 }, (_, at) => item(`sub${at}`, { payload: { score: String(at) } })),
    ]);
    await stand.answer();
    expect(stand.ended.map(([, result]) => result)).toEqual(Array.from({ length: 100 }, () => 'confirmed'));
  });

  it('keeps of the values that wait the newest of each field', async () => {
    const stand = new Stand();
    stand.take('other');
    stand.values('a', { x: '1', y: '1' });
    stand.values('a', { x: '2' });
    stand.values('b', { x: '3' });
    stand.values('a', { z: '4' });
    await stand.answer();
    expect(stand.sent[1]).toEqual([
      item('b', { payload: { x: '3' } }),
      item('a', { payload: { x: '2', y: '1', z: '4' } }),
    ]);
  });

  it('lets a take overtake values of others, and takes those of its own along before the state', async () => {
    const stand = new Stand();
    stand.take('first');
    stand.values('a', { x: '1' });
    stand.values('b', { x: '1' });
    stand.ask('take', item('a', { payload: { words: 'New' }, state: 'In' }));
    stand.values('a', { x: '2' });
    await stand.answer();
    await stand.answer();
    await stand.answer();
    expect(stand.sent.slice(1)).toEqual([
      [item('a', { payload: { x: '1', words: 'New' }, state: 'In' })],
      [item('b', { payload: { x: '1' } }), item('a', { payload: { x: '2' } })],
    ]);
    expect(stand.ended).toEqual([
      [1, 'confirmed'],
      [2, 'confirmed'],
      [4, 'confirmed'],
      [3, 'confirmed'],
      [5, 'confirmed'],
    ]);
  });

  it('keeps the order of states in a take whose values go along', () => {
    const stand = new Stand();
    stand.take('first');
    stand.values('a', { x: '1' });
    stand.ask('take', item('b', { state: 'In' }), item('a', { state: 'In' }));
    void stand.answer();
    return settled().then(() => {
      expect(stand.sent[1]).toEqual([item('b', { state: 'In' }), item('a', { payload: { x: '1' }, state: 'In' })]);
    });
  });

  it('go before a command of the same timer, and are not lost in it', async () => {
    const stand = new Stand();
    stand.take('other');
    stand.values('a', { clock: '45:00', x: '1' });
    stand.ask('command', item('a', { commands: { clock: { command: 'play' } } }));
    await stand.answer();
    expect(stand.sent[1]).toEqual([
      item('a', { payload: { clock: '45:00', x: '1' } }),
      item('a', { commands: { clock: { command: 'play' } } }),
    ]);
  });

  it('makes of 1,000 values in a second 60 requests at most, the newest last', async () => {
    const stand = new Stand();
    for (let value = 1; value <= 1_000; value++) {
      stand.values('fader', { level: String(value) });
      await settled();
      await stand.answer();
      await stand.clock.pass(1);
    }
    await stand.clock.pass(17);
    const inOneSecond = stand.requests.filter(({ at }) => at < 1_000);
    expect(inOneSecond.length).toBeLessThanOrEqual(60);
    expect(inOneSecond.length).toBeGreaterThan(50);
    expect(stand.sent.at(-1)).toEqual([item('fader', { payload: { level: '1000' } })]);
  });

  it('slows values for the quota, and takes never', async () => {
    const stand = new Stand();
    stand.valuesWait = 400;
    stand.values('a', { x: '1' });
    await settled();
    stand.take('b');
    await stand.answer();
    expect(stand.sent).toEqual([[item('b', { state: 'In' })]]);
    await stand.clock.pass(100);
    stand.valuesWait = 0;
    await stand.clock.pass(300);
    expect(stand.sent[1]).toEqual([item('a', { payload: { x: '1' } })]);
  });

  it.each([
    ['operator', 'Grace at Screen 1', 'Ada at Screen 1'],
    ['screen', 'Screen Grace', 'Screen Ada'],
  ] as const)('ends each value that a newer one of any %s replaced before it left', async (who, grace, ada) => {
    const stand = new Stand();
    stand.screen = '1';
    stand.take('other');
    for (const [name, line1] of [
      ['Ada', 'A'],
      ['Ada', 'AA'],
      ['Grace', 'G'],
      ['Ada', 'AAA'],
    ] as const) {
      stand[who] = name;
      stand.values('third', { line1, [name]: line1 });
    }
    await stand.answer();
    expect(stand.lost).toEqual([
      [2, texts.lane.replaced(ada), [item('third', { payload: { line1: 'A', Ada: 'A' } })]],
      [3, texts.lane.replaced(grace), [item('third', { payload: { line1: 'AA' } })]],
      [3, texts.lane.replaced(ada), [item('third', { payload: { Ada: 'AA' } })]],
      [4, texts.lane.replaced(ada), [item('third', { payload: { line1: 'G' } })]],
    ]);
    await stand.answer();
    expect(stand.sent.at(-1)).toEqual([{ id: 'third', payload: { Grace: 'G', line1: 'AAA', Ada: 'AAA' } }]);
    expect(stand.ended.slice(-2)).toEqual([
      [4, 'confirmed'],
      [5, 'confirmed'],
    ]);
  });

  it('are replaced by those of a take of the same graphic', async () => {
    const stand = new Stand();
    stand.take('other');
    stand.values('a', { x: '1' });
    stand.ask('take', item('a', { payload: { x: '2' }, state: 'In' }));
    expect(stand.ended).toEqual([[2, 'replaced: replaced']]);
    await stand.answer();
    expect(stand.sent[1]).toEqual([item('a', { payload: { x: '2' }, state: 'In' })]);
  });
});

describe('the hands in a lane', () => {
  /** A hand that floods the lane with takes of these, the first under way; then another hand presses. */
  function flooded(...ids: string[]): Stand {
    const stand = new Stand();
    stand.screen = 'flood';
    for (const id of ids) stand.take(id);
    stand.screen = 'other';
    return stand;
  }
  const idsIn = ({ sent }: Stand): string[] => sent.map((items) => items.map(({ id }) => id).join(' '));
  const answerAll = async (stand: Stand): Promise<void> => {
    for (const _ of Array(6)) {
      await stand.answer();
      await stand.clock.pass(17);
    }
  };

  it('take turns: a press waits for the request under way alone, whatever another hand has pressed', async () => {
    const stand = flooded('a', 'b', 'c', 'd');
    for (const id of ['x', 'y']) stand.take(id);
    await answerAll(stand);
    expect(idsIn(stand)).toEqual(['a', 'x', 'b', 'y', 'c', 'd']);
  });

  it('take turns with values too, and those of a flood hold up no press', async () => {
    const stand = flooded('a', 'b', 'c');
    stand.values('x', { level: '1' });
    await answerAll(stand);
    expect(idsIn(stand)).toEqual(['a', 'x', 'b', 'c']);
    stand.screen = 'flood';
    stand.values('fader', { level: '1' });
    await settled();
    stand.values('fader', { level: '2' });
    stand.screen = 'other';
    stand.take('y');
    await answerAll(stand);
    expect(idsIn(stand).slice(4)).toEqual(['fader', 'y', 'fader']);
  });

  it.each([
    ['graphic', ['a', 'x', 'b', 'x', 'c'], 'x'],
    ['layer', ['a', 'full 1', 'b', 'full 2', 'c'], 'full 3'],
  ] as const)('keep the order of their presses of a %s: what waits before a press goes first', async (_, ids, own) => {
    const stand = flooded(...ids);
    stand.take(own, 'Out');
    await answerAll(stand);
    expect(idsIn(stand)).toEqual([ids[0], ids[1], ids[3], own, 'b', 'c']);
    expect(stand.sent[3]).toEqual([item(own, { state: 'Out' })]);
  });

  it('keep the order of a press and of the values after it', async () => {
    const stand = flooded('a', 'b', 'x', 'c');
    stand.values('x', { level: '1' });
    await answerAll(stand);
    expect(stand.sent.slice(1, 3)).toEqual([[item('x', { state: 'In' })], [item('x', { payload: { level: '1' } })]]);
  });

  it('have an end of their own each: a refused press fails no Out that waits behind it', async () => {
    const stand = flooded('a', 'x');
    stand.take('x', 'Out');
    await stand.answer();
    await stand.refuse(new OverlayError('body-invalid'));
    await stand.answer();
    expect(stand.ended).toEqual([
      [1, 'confirmed'],
      [2, 'failed: body-invalid'],
      [3, 'confirmed'],
    ]);
  });

  it('wait for no values of others with an Out, also while a quota holds these', async () => {
    const stand = flooded('a');
    stand.take('x', 'Out');
    stand.screen = 'data';
    stand.values('score', { level: '1' });
    await stand.answer();
    expect(idsIn(stand)).toEqual(['a', 'x']);
    await stand.answer();
    await stand.answer();
    stand.valuesWait = 1_900;
    stand.values('score', { level: '2' });
    await settled();
    stand.valuesWait = 0;
    stand.screen = 'other';
    stand.take('y', 'Out');
    expect(idsIn(stand).at(-1)).toBe('y');
  });

  it('are not starved by the Outs of one hand', async () => {
    const stand = flooded('a');
    stand.take('x');
    stand.screen = 'flood';
    for (const id of ['b', 'c', 'd']) stand.take(id, 'Out');
    await answerAll(stand);
    expect(idsIn(stand)).toEqual(['a', 'x', 'b', 'c', 'd']);
  });

  it('lose no command of the same button', async () => {
    const stand = flooded('a');
    stand.screen = 'flood';
    const fire = (): void => stand.ask('command', item('x', { commands: { goal: 'execute' } }));
    for (const _ of [1, 2]) fire();
    stand.screen = 'other';
    fire();
    await answerAll(stand);
    expect(stand.sent.slice(1)).toEqual(
      Array.from({ length: 3 }, () => [item('x', { commands: { goal: 'execute' } })]),
    );
  });
});

describe('an operation in a lane', () => {
  it('that waits until its deadline has failed, one that was sent is unknown, and neither goes later', async () => {
    const stand = new Stand();
    stand.take('a');
    stand.take('b');
    await stand.clock.pass(operationDeadline);
    expect(stand.ended).toEqual([
      [1, 'unknown: deadline-passed'],
      [2, 'failed: deadline-passed'],
    ]);
    expect(stand.requests.map(({ aborted }) => aborted)).toEqual([true]);
    await stand.answer();
    expect([stand.sent.length, stand.ended.length]).toEqual([1, 2]);
  });

  it('ends once, and is sent alone, also where one that ends beside it lets something else be asked at once', async () => {
    const stand = new Stand();
    for (const id of ['a', 'b', 'c']) stand.take(id);
    stand.onEnd = (number) => {
      if (number === 2) for (const id of ['d', 'e']) stand.take(id);
    };
    await stand.clock.pass(operationDeadline);
    const late = expect.stringMatching(/: deadline-passed$/) as unknown;
    const ends = [1, 2, 3].map((number) => [number, late]);
    expect([stand.ended.toSorted(), stand.sent.map(([one]) => one?.id)]).toEqual([ends, ['a', 'd']]);
    // The answer to what was given up, and then those of the two.
    for (let answers = 0; answers < 3; answers++) await stand.answer();
    expect(stand.ended.slice(3)).toEqual([
      [4, 'confirmed'],
      [5, 'confirmed'],
    ]);
  });

  it('ends at its own deadline, also where its request goes on for another one in it', async () => {
    const stand = new Stand();
    stand.take('first');
    stand.values('a', { x: '1' });
    await stand.clock.pass(1_500);
    stand.take('a');
    await stand.answer();
    await stand.clock.pass(500);
    expect(stand.ended).toEqual([
      [1, 'confirmed'],
      [2, 'unknown: deadline-passed'],
    ]);
    await stand.answer();
    expect(stand.ended[2]).toEqual([3, 'confirmed']);
  });

  it('is unknown at its own deadline also where its request has not left yet and goes on for another one', async () => {
    const stand = new Stand();
    stand.take('a');
    stand.values('b', { x: '1' });
    await stand.clock.pass(operationDeadline - 100);
    stand.values('c', { x: '1' });
    stand.isOpen = false;
    await stand.answer();
    await stand.clock.pass(100);
    expect([stand.ended, stand.requests[1]?.aborted]).toEqual([
      [
        [1, 'confirmed'],
        [2, 'unknown: deadline-passed'],
      ],
      false,
    ]);
    await stand.clock.pass(operationDeadline);
    expect([stand.ended[2], stand.requests[1]?.aborted]).toEqual([[3, 'failed: deadline-passed'], true]);
  });

  it('of values has its own deadline, whatever it replaced', async () => {
    const stand = new Stand();
    stand.values('a', { x: '1' });
    await stand.clock.pass(1);
    stand.values('a', { x: '2' });
    await stand.clock.pass(1_000);
    stand.take('b');
    await stand.clock.pass(500);
    stand.values('a', { x: '3' });
    await stand.clock.pass(500);
    expect(stand.ended).toEqual([
      [2, 'replaced: replaced'],
      [1, 'unknown: deadline-passed'],
    ]);
    await stand.clock.pass(1_499);
    expect(stand.ended.slice(2)).toEqual([[3, 'unknown: deadline-passed']]);
    await stand.answer();
    await stand.answer();
    await stand.answer();
    expect(stand.ended[3]).toEqual([4, 'confirmed']);
  });

  it('that is refused has failed, and the next one goes', async () => {
    const stand = new Stand();
    stand.take('a');
    stand.take('b');
    await stand.refuse(new OverlayError('body-invalid'));
    expect([stand.ended, stand.sent.length]).toEqual([[[1, 'failed: body-invalid']], 2]);
  });

  it('is unknown when the connection goes while it is under way, and failed when it still waited', async () => {
    const stand = new Stand();
    stand.take('a');
    stand.take('b');
    stand.values('c', { x: '1' });
    stand.lane.cut(new OverlayError('service-lost'));
    await settled();
    expect(stand.ended).toEqual([
      [2, 'failed: service-lost'],
      [3, 'failed: service-lost'],
      [1, 'unknown: service-lost'],
    ]);
    expect(stand.sent).toHaveLength(1);
  });
});

describe('a panic in a lane', () => {
  it('goes at once beside what is under way, what waited fails, and what comes then goes after both', async () => {
    const stand = new Stand();
    stand.take('a');
    stand.take('b');
    stand.values('c', { x: '1' });
    stand.panic('a', 'b');
    stand.take('d');
    expect(stand.sent).toEqual([
      [item('a', { state: 'In' })],
      [item('a', { state: 'Out', action: 'jump' }), item('b', { state: 'Out', action: 'jump' })],
    ]);
    await stand.answer();
    expect(stand.sent).toHaveLength(2);
    await stand.answer();
    expect(stand.sent[2]).toEqual([item('d', { state: 'In' })]);
    expect(stand.ended).toEqual([
      [2, 'failed: overtaken'],
      [3, 'failed: overtaken'],
      [1, 'confirmed'],
      [4, 'confirmed'],
    ]);
  });
});
