import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SubComposition } from '../../contract/model/composition.ts';
import type { Motion, Update } from '../../contract/model/motion.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { composition, subComposition, testField } from '../kit/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/on-air-stage.ts';

const look = { size: 30, weight: 700, align: 'left', color: '#fff' } as const;
const frame = { x: 100, y: 100, width: 400, height: 200 };
const motion = (offset: Motion['offset'], delay = 0): Motion => ({ offset, delay, duration: 300, easing: 'ease-out' });
const update: Update = { leave: { y: -40 }, enter: { opacity: 0 }, duration: 200, easing: 'linear', overlap: 0.5 };

/** A name that is cut, one that changes places, a list of rows, a loop and a bar, with both timelines. */
function sub(number: number, ...nested: SubComposition[]): SubComposition {
  const made = subComposition(
    `6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d${1_000 + number}`,
    [testField('name', 'text', 'Ann'), testField('rows', 'json', '["a"]'), testField('level', 'number', '50')],
    [
      {
        kind: 'text',
        id: 'cut',
        frame,
        text: { field: 'name' },
        ...look,
        in: motion({ x: -50 }),
        out2: motion({ y: 50 }),
      },
      {
        kind: 'group',
        id: 'group',
        frame,
        stagger: 50,
        in: motion({ scaleX: 0, opacity: 0 }, 100),
        elements: [
          { kind: 'text', id: 'swapped', frame, text: { field: 'name' }, ...look, update, in: motion({ blur: 4 }) },
          {
            kind: 'repeater',
            id: 'rows',
            frame,
            items: { field: 'rows' },
            direction: 'down',
            cell: 40,
            stagger: 20,
            elements: [
              { kind: 'text', id: 'row', frame, text: { expression: 'item' }, ...look, in: motion({ opacity: 0 }) },
            ],
          },
        ],
      },
      {
        kind: 'box',
        id: 'bar',
        frame,
        fill: '#c00',
        level: { field: 'level' },
        update: { duration: 200, easing: 'linear' },
        loop: { delay: 0, duration: 500, easing: 'linear', through: [{ at: 0.5, offset: { rotate: 10 } }] },
      },
    ],
  );
  return { ...made, subcompositions: nested };
}

/** So many sequences run beside each other in the one page, each with three sub-compositions, the third in the second. */
const lanes = 25;
const show = composition(
  ...Array.from({ length: lanes }, (_, lane) => [sub(lane * 3), sub(lane * 3 + 1, sub(lane * 3 + 2))]).flat(),
);
/** The ids of each lane. */
const ids = Array.from({ length: lanes }, (_, lane) => {
  const [alone, around] = show.root.subcompositions.slice(lane * 2);
  return [alone, around, around?.subcompositions[0]].map((each) => each?.id ?? '');
});

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
  stage = await OnAirStage.open(house, show);
  await stage.shows(0);
});
afterAll(async () => {
  await stage.close();
  await house.close();
});

/** A change of one of the three of a lane. */
interface Step extends Omit<Change, 'id'> {
  place: number;
}

/** One request, and what passes of what it began before the next one: nothing, a frame, half of it, or all. */
interface Command {
  steps: Step[];
  then: 'at once' | 'a frame' | 'half way' | 'the end';
}

const payload = fc.record(
  {
    name: fc.constantFrom('Ann', 'Ben', 'Cem', 'Dora'),
    rows: fc.constantFrom('[]', '["a"]', '["a", "b"]', '["c", "b", "a"]'),
    level: fc.integer({ min: 0, max: 4 }).map((quarter) => String(quarter * 25)),
  },
  { requiredKeys: [] },
);
const step = fc.record(
  {
    place: fc.constantFrom(0, 1, 2),
    payload,
    state: fc.constantFrom<StoredState>('In', 'Out1', 'Out2'),
    action: fc.constantFrom<AnimationAction>('play', 'play', 'jump'),
  },
  { requiredKeys: ['place'] },
);
const command: fc.Arbitrary<Command> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  then: fc.constantFrom('at once', 'a frame', 'half way', 'the end'),
});

const defaults = { name: 'Ann', rows: '["a"]', level: '50' };

/** Lets as much time pass as is said of each lane. */
function pass(thens: Record<string, Command['then']>): Promise<unknown> {
  return stage.page.evaluate(async (thens) => {
    for (const animation of document.getAnimations()) {
      const { iterations, endTime } = animation.effect?.getComputedTiming() ?? {};
      const { target } = animation.effect as KeyframeEffect;
      const then = thens[target?.closest('section')?.dataset.subComposition ?? ''];
      if (iterations === Infinity) continue;
      if (then === 'the end') animation.finish();
      if (then === 'half way') animation.currentTime = Number(endTime) / 2;
    }
    await new Promise(requestAnimationFrame);
  }, thens);
}

interface Seen {
  state: string | undefined;
  visible: boolean;
  cut: string;
  swapped: string[];
  rows: string[];
  level: number;
  looping: boolean;
}

/** Lets everything come to its end and says what can be seen of each. */
async function seen(): Promise<Seen[][]> {
  const handle = await stage.page.waitForFunction((ids) => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (const animation of ending) animation.finish();
    if (ending.length > 0) return undefined;
    const see = (id: string): Seen => {
      const section = document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
      if (!section) throw new Error(`${id} is gone`);
      const words = (element: string): string[] =>
        [
          ...section.querySelectorAll(
            `:scope > .frame [data-element="${element}"] .words, :scope > [data-element="${element}"] .words`,
          ),
        ].map((node) => node.textContent);
      const bar = section.querySelector(':scope > [data-element=bar]');
      const box = bar?.querySelector('.box');
      return {
        state: section.dataset.state,
        visible: getComputedStyle(section).visibility === 'visible',
        cut: words('cut').join(),
        swapped: words('swapped'),
        rows: words('row'),
        level: box ? new DOMMatrix(getComputedStyle(box).transform).a : -1,
        looping: bar?.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running') ?? false,
      };
    };
    return ids.map((lane) => lane.map(see));
  }, ids);
  return handle.jsonValue() as Promise<Seen[][]>;
}

/** What the model says that can be seen of a lane. */
function expected(commands: Command[]): Seen[] {
  const values = [0, 1, 2].map(() => ({ ...defaults }));
  const states = [0, 1, 2].map((): StoredState => 'Out1');
  for (const { place, payload, state } of commands.flatMap(({ steps }) => steps)) {
    Object.assign(values[place] ?? {}, payload);
    if (state) states[place] = state;
  }
  return values.map(({ name, rows, level }, place) => {
    const visible = states[place] === 'In' && (place < 2 || states[1] === 'In');
    return {
      state: states[place],
      visible,
      cut: name,
      swapped: [name],
      rows: JSON.parse(rows) as string[],
      level: Number(level) / 100,
      looping: visible,
    };
  });
}

/** Sends the next commands of a lane, up to one after which time passes; says how much does. */
function send(commands: Command[], lane: number): Command['then'] {
  for (let next = commands.shift(); next; next = commands.shift()) {
    stage.stand.change(...next.steps.map(({ place, ...change }) => ({ id: ids[lane]?.[place] ?? '', ...change })));
    if (next.then !== 'at once') return next.then;
  }
  return 'at once';
}

describe('any sequence of commands', () => {
  it('of a thousand, interrupted or not, ends in what the model says', async () => {
    const sequence = fc.array(command, { minLength: 1, maxLength: 5 });
    const beside = fc.array(sequence, { minLength: 20, maxLength: lanes, size: 'max' });
    let played = 0;
    const check = fc.asyncProperty(beside, async (sequences) => {
      const resting = { state: 'Out1', action: 'jump', payload: defaults } as const;
      stage.stand.change(...ids.flat().map((id) => ({ id, ...resting })));
      const left = sequences.map((commands) => [...commands]);
      while (left.some((commands) => commands.length > 0)) {
        const thens = left.map(send);
        await stage.shows(stage.stand.change());
        await pass(Object.fromEntries(thens.flatMap((then, lane) => (ids[lane] ?? []).map((id) => [id, then]))));
      }
      const found = await seen();
      expect(found.slice(0, sequences.length)).toEqual(sequences.map(expected));
      played += sequences.length;
    });
    await fc.assert(check, { numRuns: 50, seed: 20_261_121 });
    expect(played).toBeGreaterThanOrEqual(1_000);
    expect(stage.said).toEqual([]);
  }, 300_000);
});
