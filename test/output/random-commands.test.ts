import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { ButtonPress } from '../../contract/model/field.ts';
import { elapsed } from '../../contract/model/time-control.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { timerText } from '../../output/text/timer-text.ts';
import { busyShow, type BusyValues, idOf, nestedIn, pictures, type Place, places } from '../kit/service/busy-show.ts';
import { ManualClock } from '../kit/manual-clock.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { playAgainst, type Played } from '../kit/play-against.ts';
import { runs, seed } from '../kit/runs.ts';
import { type Seen, seenAtRest, standingAtRest } from '../kit/picture/page-at-rest.ts';

/** The number of sequences that run side by side in a page, each in a lane of its own, and the number of batches. */
const [lanes, batches] = [25, runs(20)];
const shows = { first: busyShow(lanes), other: busyShow(lanes, true) };
const ids = Array.from({ length: lanes }, (_, lane) => places.map((place) => idOf(lane, place))).flat();

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

interface Item extends Pick<UpdateItem, 'payload' | 'state' | 'action'> {
  place: Place;
}

/** One request, and how much time passes after it: nothing, a frame, half of what it started, or all of it. */
interface Command {
  items: Item[];
  then: 'at once' | 'a frame' | 'half way' | 'the end';
}

/** What happens to the page's link and to the show during a round of requests. */
type Event = 'nothing' | 'link lost' | 'link lost for long' | 'loaded' | 'loaded again' | 'loaded unseen';

/** A value for one field, in any form that the service takes. Some are refused, together with their whole request. */
const value = fc.oneof(
  fc.record({ name: fc.constantFrom('Ann', 'Ben', 'Cem', 'Maximiliana Konstantinopolitanskaja-Featherstonehaugh') }),
  fc.record({
    note: fc.constantFrom('', 'one line', 'words that need more than a line of it and more than two of them'),
  }),
  fc.record({ rows: fc.constantFrom('[]', '["a"]', '["a", "b"]', '["c", "b", "a"]') }),
  fc.record({ level: fc.integer({ min: 0, max: 4 }).map((quarter) => quarter * 25) }),
  fc.record({ level: fc.constantFrom<unknown>('75', '101', false) }),
  fc.record({ score: fc.integer({ min: 0, max: 12 }).map(String) }),
  fc.record({ fade: fc.constantFrom('0', '50', 100) }),
  fc.record({ tint: fc.constantFrom('green', '#0000ff', { r: 1, g: 2, b: 3, a: 1 }) }),
  fc.record({ live: fc.boolean() }),
  fc.record({ word: fc.constantFrom('goal', 'foul') }),
  fc.record({ timer: fc.record({ command: fc.constantFrom('play', 'pause', 'reset', 'start') }) }),
  fc.record({ picture: fc.constantFrom('', ...pictures) }),
  fc.record({ fire: fc.constant('execute') }),
);
const item = fc.record(
  {
    place: fc.constantFrom(...places),
    payload: fc.array(value, { maxLength: 3 }).map((values) => Object.assign({}, ...values) as Record<string, unknown>),
    state: fc.constantFrom<StoredState>('In', 'In', 'Out1', 'Out2'),
    action: fc.constantFrom<AnimationAction>('play', 'play', 'jump'),
  },
  { requiredKeys: ['place'] },
);
const command: fc.Arbitrary<Command> = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  then: fc.constantFrom('at once', 'a frame', 'half way', 'the end'),
});
const event = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Event>('nothing') },
  fc.constantFrom<Event>('link lost', 'link lost for long', 'loaded', 'loaded again', 'loaded unseen'),
);
const longest = 12;
const sequence = fc.array(command, { minLength: 1, maxLength: longest, size: 'max' });

/** How often each button fires, in a page that gets some presses as changes and others only in a snapshot. */
class Buttons {
  readonly #known = new Map<string, number>();
  readonly #fired = new Map<string, number>();

  of(id: string): number {
    return this.#fired.get(id) ?? 0;
  }

  /** A change fires each press; a snapshot fires what was pressed since the last frame. */
  hear(heard: readonly Pick<Change, 'id' | 'payload'>[]): void {
    for (const { id, payload } of heard) {
      if (!payload?.fire) continue;
      const { ts } = payload.fire as ButtonPress;
      if (ts > (this.#known.get(id) ?? 0)) this.#fired.set(id, this.of(id) + 1);
      this.#known.set(id, ts);
    }
  }

  /** A different composition is drawn. Presses from before it count as known and do not fire. */
  replace(truth: readonly Truth[]): void {
    this.#fired.clear();
    this.#known.clear();
    for (const { id, payload } of truth) this.#known.set(id, payload.fire.ts);
  }
}

/** The state of a sub-composition in the service's domain. */
interface Truth {
  id: string;
  state: StoredState;
  payload: BusyValues;
}

/** One page that plays batch after batch of sequences, and its service. */
class Play implements Played<Event> {
  readonly #stage: OnAirStage;
  readonly #clock = new ManualClock();
  #left: Command[][] = [];
  #buttons = new Buttons();
  #loaded: keyof typeof shows = 'first';

  private constructor(stage: OnAirStage) {
    this.#stage = stage;
    stage.stand.clock = this.#clock.now;
  }

  static async start(): Promise<Play> {
    const stage = await OnAirStage.open(house, shows.first);
    const play = new Play(stage);
    // The page's own clock stands still. Time passes only as the service says.
    await stage.page.addInitScript(() => {
      Object.defineProperty(performance, 'timeOrigin', { get: () => -performance.now() });
    });
    // Nobody watches, and a small picture is drawn faster.
    await stage.page.setViewportSize({ width: 480, height: 270 });
    await play.renew();
    return play;
  }

  /** Errors and warnings that the page should not have logged. */
  get complaints(): string[] {
    return this.#stage.said.filter((line) => !line.includes('the link to the service is lost'));
  }

  end(): Promise<void> {
    return this.#stage.close();
  }

  /** Opens the page again. */
  renew(): Promise<void> {
    return this.#stage.reload(this.#stage.stand.revision);
  }

  /** Begins a batch. */
  begin(sequences: readonly Command[][]): this {
    this.#left = sequences.map((commands) => [...commands]);
    this.#loaded = 'first';
    this.#stage.stand.load(shows.first);
    this.#buttons.replace(this.#truth());
    return this;
  }

  /** The page shows what the service holds, and what a new page shows. */
  async lookAtRest(): Promise<[]> {
    const standing = (): Promise<string[]> => standingAtRest(this.#stage.page);
    await expect.poll(() => seenAtRest(this.#stage.page, ids)).toEqual(this.#expectedAll());
    const stood = await standing();
    await this.renew();
    await expect.poll(standing).toEqual(stood);
    return [];
  }

  /** Sends the next requests of each lane during this event, and lets the given time pass. */
  async step(event: Event): Promise<void> {
    if (this.#left.every(({ length }) => length === 0)) return;
    const { stand } = this.#stage;
    this.#clock.jump(700);
    if (event.startsWith('link') || event === 'loaded unseen') stand.drop();
    stand.remembers = event === 'link lost';
    if (event === 'loaded' || event === 'loaded unseen') this.#loaded = this.#loaded === 'first' ? 'other' : 'first';
    if (event.startsWith('loaded')) stand.load(shows[this.#loaded]);
    if (event === 'loaded') this.#buttons.replace(this.#truth());
    if (event === 'loaded again') this.#buttons.hear(this.#truth());
    const sent = this.#left.map((commands, lane) => this.#send(commands, lane));
    if (event === 'loaded unseen') this.#buttons.replace(this.#truth());
    else if (event === 'link lost for long') this.#buttons.hear(this.#truth());
    else this.#buttons.hear(sent.flatMap(({ changes }) => changes));
    await this.#stage.shows(stand.change());
    const thens = sent.flatMap(({ then }, lane) => places.map((place) => [idOf(lane, place), then] as const));
    await this.#stage.page.evaluate(pass, Object.fromEntries(thens));
  }

  /**
   * Sends the next commands of a lane up to one that lets time pass. Returns what they changed and how much time
   * passes.
   */
  #send(commands: Command[], lane: number): { changes: Change[]; then: Command['then'] } {
    const changes: Change[] = [];
    for (let next = commands.shift(); next; next = commands.shift()) {
      const items = next.items.map(({ place, ...item }) => ({ subCompositionId: idOf(lane, place), ...item }));
      changes.push(...this.#request(items));
      if (next.then !== 'at once') return { changes, then: next.then };
    }
    return { changes, then: 'at once' };
  }

  /** Returns what a request changes: nothing if the service refuses it. */
  #request(items: UpdateItem[]): Change[] {
    try {
      return this.#stage.stand.request(items);
    } catch (error) {
      if (error instanceof OverlayError) return [];
      throw error;
    }
  }

  #truth(): Truth[] {
    const below = this.#stage.stand.control.filter(({ mainComposition }) => !mainComposition);
    return below.map(({ subCompositionId: id, state, payload }) => ({ id, state, payload: payload as BusyValues }));
  }

  /** The visible part of the domain's state. */
  #expectedAll(): Seen[] {
    const truth = new Map(this.#truth().map((item) => [item.id, item]));
    const visible = (lane: number, place: Place): boolean => {
      const outer = nestedIn[place];
      return truth.get(idOf(lane, place))?.state === 'In' && (outer === undefined || visible(lane, outer));
    };
    return Array.from({ length: lanes }, (_, lane) =>
      places.map((place) => this.#expected(truth.get(idOf(lane, place))!, visible(lane, place))),
    ).flat();
  }

  #expected({ id, state, payload }: Truth, visible: boolean): Seen {
    const { name, note, rows, level, score, fade, tint, live, word, timer, picture } = payload;
    return {
      state,
      visible,
      cut: name,
      note,
      swapped: [name],
      rows: JSON.parse(rows) as string[],
      level: Number(level) / 100,
      opacity: Number(fade) / 100,
      tint: visible ? `rgb(${tint.r}, ${tint.g}, ${tint.b})` : '',
      looping: visible,
      score: visible && live ? `${word.toUpperCase()} ${score}` : '',
      timer: visible ? timerText(elapsed(timer, this.#clock.now()), 'mm:ss') : '',
      picture,
      fired: this.#buttons.of(id),
    };
  }
}

/** Runs in the page: lets the given time pass for each sub-composition. */
async function pass(thens: Record<string, Command['then']>): Promise<void> {
  for (const animation of document.getAnimations()) {
    const { iterations, endTime } = animation.effect?.getComputedTiming() ?? {};
    const { target } = animation.effect as KeyframeEffect;
    const then = thens[target?.closest('section')?.dataset.subComposition ?? ''];
    if (iterations === Infinity) continue;
    if (then === 'the end') animation.finish();
    if (then === 'half way') animation.currentTime = Number(endTime) / 2;
  }
  await new Promise(requestAnimationFrame);
}

/** Plays batches in a page of their own. */
async function playAll(own: number): Promise<void> {
  const play = await Play.start();
  const given = fc.array(sequence, { minLength: lanes, maxLength: lanes });
  // One for each command of the longest sequence.
  const any = fc.array(event, { minLength: longest, maxLength: longest });
  await playAgainst(
    { given, open: (sequences) => play.begin(sequences) },
    { any, numRuns: batches, seed: own, endOnFailure: true },
    { atRest: () => play.lookAtRest() },
  );
  expect(play.complaints).toEqual([]);
  await play.end();
}

describe('any sequence of commands', () => {
  it(`of ${2 * batches * lanes}, interrupted or not, ends in what the service holds and in what a new page shows`, async () => {
    // Two pages at the same time, half of the sequences each.
    await Promise.all([seed, seed + 1].map(playAll));
  });
});
