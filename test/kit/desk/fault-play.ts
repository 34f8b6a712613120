import { Quotas } from '../../../desk/app/link/quota.ts';
import { type OperationItem, type Press, type Request, updateItem } from '../../../desk/app/operation.ts';
import { OpenApp } from '../../../desk/app/open-app.ts';
import type { Clock } from '../../../contract/clock.ts';
import { openTruth } from '../../../desk/app/link/live-or-poll.ts';
import { type Step, type Take, taken, texts, wordField } from './fault-steps.ts';
import type { FaultyWire } from '../service/faulty-wire.ts';
import { settled } from '../manual-clock.ts';
import { type Played, same, unlike } from '../play-against.ts';
import { carriedOutBy } from './panic-rules.ts';
import { pressesBy } from './presses.ts';
import { brokenRules, everyPressEnded, leftIn, pressOf, type Record, word } from './reference-desk.ts';
import { ids } from '../service/small-show.ts';
import { knownError } from './recording-log.ts';

/** What time is on this stage: that of a manual clock, or real. */
export interface Stage {
  clock: Clock;
  pass(milliseconds: number): Promise<void>;
  /** Set the time of day so many milliseconds ahead; the clock that never jumps goes on. */
  setClock(ahead: number): void;
  /** By how much (ms) a timer may have been late so far on a busy machine; 0 for a manual clock. */
  readonly late: number;
}

/** A service, and the address that the desk is given for it. */
export interface Served {
  service: FaultyWire;
  base: string;
}

/** One app of the desk with the service behind it, and everything that can be seen from outside. */
class Side implements Record {
  readonly service: FaultyWire;
  readonly desk: OpenApp;
  readonly pressed: Record['pressed'] = [];
  readonly panicked: Record['panicked'] = [];
  readonly ended: Record['ended'] = [];
  readonly carriedOut: Record['carriedOut'];
  readonly alarms: Record['alarms'] = [];
  readonly frames: number[] = [];
  readonly lost: number[] = [];
  /** What was seen to go back to something older. */
  readonly wentBack = new Set<string>();
  readonly #stage: Stage;
  #wasLost = false;

  constructor({ service, base }: Served, stage: Stage) {
    const { clock } = stage;
    this.service = service;
    this.#stage = stage;
    this.carriedOut = carriedOutBy(service.show, clock.monotonic);
    const key = service.show.name;
    this.desk = new OpenApp(
      { key, name: key, kind: 'token' },
      {
        clock,
        knownError,
        quotas: new Quotas(),
        random: () => 0.5,
        settled: (operation, outcome) => {
          const kept = { ...operation, items: structuredClone(operation.items) };
          this.ended.push({ operation: kept, outcome, at: clock.monotonic() });
          // What a panic is about the desk finds out by itself.
          if (kept.kind === 'panic') this.pressed.push({ number: kept.number, start: kept.start, request: kept });
        },
        changedSubs: () => this.look(),
        onFrame: () => void this.frames.push(clock.monotonic()),
        changed: () => this.#noteLoss(),
        notice: ({ alarm }) => {
          if (alarm) this.alarms.push(clock.monotonic());
        },
      },
    );
    this.desk.connect({ base, token: 'tok', account: undefined, connection: service.connection, openTruth });
  }

  get late(): number {
    return this.#stage.late;
  }

  get sent(): Record['sent'] {
    return this.service.sent;
  }

  get applied(): Record['applied'] {
    return this.service.show.applied;
  }

  /** Whether the desk has come to rest: connected, and nothing asked for that has not ended. */
  get quiet(): boolean {
    const { state } = this.desk;
    const open = [...state.confirmed.ids].some((id) => state.view(id).requested !== null);
    const endless = this.panicked.some((press) => !this.ended.some(({ operation }) => operation.number === press));
    const isAtRest = !open && !endless && everyPressEnded(this).length === 0 && leftIn(this).length === 0;
    return state.connection.status === 'live' && isAtRest;
  }

  /** What the desk shows. */
  shown(): unknown {
    const { state } = this.desk;
    return [...state.confirmed.ids].map((id) => {
      const { tally, state: shown, requested, values } = state.view(id);
      return { id, state: shown, values, requested, onAir: tally === 'ON AIR' };
    });
  }

  /** What it ought to show: what its service holds. What failed says so in place of its state. */
  truth(): unknown {
    const control = this.service.show.control();
    const score = control.find(({ subCompositionId }) => subCompositionId === ids.score);
    return control.map(({ subCompositionId: id, state, payload }) => {
      // The score hides its teams while it is Out. Another product may not.
      const isInside = id === ids.home || id === ids.away;
      const isHidden = isInside && score?.state !== 'In' && !this.desk.state.isPolled;
      const failed = this.desk.state.confirmed.get(id) && this.desk.state.view(id).tally === 'FAILED';
      return { id, state, values: payload, requested: null, onAir: state === 'In' && !failed && !isHidden };
    });
  }

  /** What was confirmed is never shown as something older again. */
  look(): void {
    for (const { subCompositionId: id, payload } of this.service.show.control()) {
      // What a service leaves out of an answer is not known at all.
      if (!this.desk.state.confirmed.get(id)?.reported) continue;
      const { values } = this.desk.state.view(id);
      for (const [field, held] of Object.entries(payload)) {
        const isConfirmed = this.ended.some(
          ({ operation, outcome }) => outcome.result === 'confirmed' && holds(operation, id, { field, value: held }),
        );
        if (isConfirmed && pressOf(values[field]) < pressOf(held)) {
          this.wentBack.add(`${id} ${field} was confirmed as ${show(held)} and shown as ${show(values[field])}.`);
        }
      }
    }
  }

  #noteLoss(): void {
    const isLost = this.desk.state.connection.status === 'lost';
    if (isLost && !this.#wasLost) this.lost.push(this.#stage.clock.monotonic());
    this.#wasLost = isLost;
  }
}

/** Plays what happens to a desk with an app on each of the services. */
export class FaultPlay implements Played<Step> {
  readonly #sides: Side[];
  readonly #stage: Stage;
  readonly #nextPress: () => Press;

  private constructor(stage: Stage, services: readonly Served[]) {
    this.#stage = stage;
    const next = pressesBy(stage.clock);
    this.#nextPress = () => {
      const press = next();
      return { ...press, trigger: { kind: 'screen', detail: String(handOfPress(press.number)) } };
    };
    this.#sides = services.map((served) => new Side(served, stage));
  }

  static async open(stage: Stage, services: readonly Served[]): Promise<FaultPlay> {
    const play = new FaultPlay(stage, services);
    await play.#until((side) => side.quiet);
    return play;
  }

  async step(one: Step): Promise<void> {
    await this.#step(one);
    await settled();
    for (const side of this.#sides) side.look();
  }

  async rest(): Promise<void> {
    for (const { service } of this.#sides) {
      service.updateFaults.length = service.readFaults.length = 0;
      service.away = false;
      service.disturb({ kind: 'slow', delay: 0 });
    }
    // What is under way ends by its deadline; after that it becomes quiet.
    await this.#stage.pass(2_000);
    await this.#until((side) => side.quiet && same(side.shown(), side.truth()));
  }

  close(): void {
    for (const { desk } of this.#sides) desk.close();
  }

  /** Every rule that was broken. */
  broken(): string[] {
    return this.#sides.flatMap((side) => {
      const restless = side.quiet ? [] : [`The desk does not come to rest: ${side.desk.state.connection.status}.`];
      const lies = unlike('It shows', side.shown(), side.truth());
      const problems = [...brokenRules(side), ...side.wentBack, ...restless, ...lies];
      return problems.map((problem) => `${side.service.show.name}: ${problem}`);
    });
  }

  async #until(rests: (side: Side) => boolean): Promise<void> {
    for (let at = 0; at < 300 && !this.#sides.every(rests); at++) await this.#stage.pass(100);
  }

  async #step(one: Step): Promise<void> {
    switch (one.do) {
      case 'value':
        return this.#press([one.app], (number) => valuesOf(one, number));
      case 'take':
        return this.#press([one.app], (number) => takeOf([one], `Take ${one.to}`, number));
      case 'look':
        return this.#press([0, 1], (number) => takeOf(one.takes, 'Look', number));
      case 'fire':
        return this.#press([one.app], () => command('Fire', { flash: 'execute' }));
      case 'time':
        return this.#press([one.app], () => command('Timer', { timer: { command: 'play' } }));
      case 'panic':
        return this.#panic(this.#side(one.app));
      case 'elsewhere':
        return void this.#side(one.app).service.show.apply([updateItem(itemOf(one, this.#nextPress().number))]);
      case 'pass':
        return this.#stage.pass(one.milliseconds);
      case 'update fault':
        return void this.#side(one.app).service.updateFaults.push(one.fault);
      case 'read fault':
        return void this.#side(one.app).service.readFaults.push(one.fault);
      case 'live fault':
        return this.#side(one.app).service.disturb(one.fault);
      case 'away':
        this.#side(one.app).service.away = true;
        await this.#stage.pass(one.milliseconds);
        return void (this.#side(one.app).service.away = false);
      case 'channel':
        this.#side(one.app).service.away = true;
        this.#side(one.app).service.hasLive = one.has;
        return void (this.#side(one.app).service.away = false);
      case 'clock':
        return this.#stage.setClock(one.ahead);
    }
  }

  #side(at: number): Side {
    const side = this.#sides[at];
    if (!side) throw new Error(`The play has no app ${at}.`);
    return side;
  }

  #panic({ desk, panicked }: Side): void {
    const press = this.#nextPress();
    panicked.push(press.number);
    desk.panic(press);
  }

  #press(apps: number[], requestOf: (number: number) => Request): void {
    const press = this.#nextPress();
    for (const at of apps) {
      const { desk, pressed } = this.#side(at);
      const request = requestOf(press.number);
      if (desk.state.confirmed.revision < 0) continue;
      pressed.push({ number: press.number, start: press.start, request: structuredClone(request) });
      try {
        desk.send(request, press);
      } catch {
        // It says that it is not connected; that the press ended as failed is asked for with all the others.
      }
    }
  }
}

/** Three hands press, in no simple order. */
function handOfPress(number: number): number {
  return ((number * number) % 7) % 3;
}

function valuesOf({ field, other }: { field: number; other: number }, number: number): Request {
  const chosen = [texts[field], texts[other]].filter((text) => text?.[0] === texts[field]?.[0]);
  const payload = Object.fromEntries(chosen.map((text) => [text?.[1] ?? '', word(number, text?.[1] ?? '')]));
  return { kind: 'values', action: 'Update', items: [{ id: texts[field]?.[0] ?? '', payload }] };
}

function takeOf(takes: readonly Take[], action: string, number: number): Request {
  const first = takes.filter(({ at }, place) => takes.findIndex((other) => other.at === at) === place);
  return { kind: 'take', action, items: first.map((take) => itemOf(take, number)) };
}

function itemOf({ at, to: state, words }: Take, number: number): OperationItem {
  const id = taken[at] ?? '';
  const field = words ? wordField[id] : undefined;
  return { id, ...(field !== undefined && { payload: { [field]: word(number, field) } }), state };
}

function command(action: string, commands: NonNullable<OperationItem['commands']>): Request {
  return { kind: 'command', action, items: [{ id: ids.title, commands }] };
}

function holds({ items }: Request, id: string, { field, value }: { field: string; value: unknown }): boolean {
  return items.some(({ id: subCompositionId, payload }) => subCompositionId === id && same(payload?.[field], value));
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

/** What a desk keeps whatever fails. */
export const faultRules = { atRest: (play: FaultPlay): string[] => play.broken() };
