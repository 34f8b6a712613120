import { isDeepStrictEqual } from 'node:util';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { addressOf } from '../../../contract/model/address.ts';
import type { StoredState } from '../../../contract/model/animation-state.ts';
import type { DeskApi, DeskView } from '../../../contract/desk-api/desk-api.ts';
import { type ErrorCode, errorTable, isPressRefusal, type OverlayError } from '../../../contract/errors.ts';
import type { Look } from '../../../contract/desk-api/look.ts';
import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { type LinkClient, tooOld } from '../../../contract/link/link.ts';
import type { KeptPreparation } from '../../../desk/app/preparation.ts';
import type { Desk } from '../../../desk/desk.ts';
import { changeView } from './changed-view.ts';
import { ageKnownTo, brokenDeskRules, type DeskPress, isOf } from './desk-rules.ts';
import type { DeskStep } from './desk-steps.ts';
import { type Take, taken, texts, wordField } from './fault-steps.ts';
import { GuardRules, type PressedTake } from './guard-rules.ts';
import { ManualClock, settled } from '../manual-clock.ts';
import { type Played, same, unlike } from '../play-against.ts';
import { carriedOutBy, type CarriedOut } from './panic-rules.ts';
import { word } from './reference-desk.ts';
import { screenOf } from './screen-of.ts';
import { ScriptedService } from '../service/scripted-service.ts';
import { connectServed, openServedDesk } from '../screens/served-desk.ts';
import { ServedShow } from '../service/served-show.ts';
import { ids } from '../service/small-show.ts';
import { playedShow } from './played-show.ts';

/** The name of a call, what it takes, and when its cause happened, by the clock that never jumps; just now if absent. */
type Call = [name: keyof DeskApi['calls'], request: unknown, at?: number];

/** A whole desk with two apps on scripted services, one screen, and everything that can be seen from outside. */
export class DeskPlay implements Played<DeskStep> {
  readonly #clock = new ManualClock();
  readonly #lines: AsRunLine[] = [];
  readonly #presses: DeskPress[] = [];
  readonly #lost = new Map<string, number[]>();
  readonly #problems: string[] = [];
  readonly #services: ScriptedService[];
  readonly #carriedOut: (readonly CarriedOut[])[];
  /** When an alarm was on the screen as something ended, by the id of its notice. */
  readonly #alarms = new Map<string, number[]>();
  readonly #desk: Desk;
  readonly #files: ReturnType<typeof openServedDesk>['files'];
  readonly #screen: LinkClient<DeskApi>;
  #view!: DeskView;
  #keys: string[] = [];
  #number = 0;
  readonly #guard = new GuardRules();
  #lastTake: PressedTake | undefined;

  private constructor(lives: readonly boolean[]) {
    const clock = this.#clock;
    this.#services = lives.map((hasLive, at) => {
      const show = new ServedShow(`app${at}`, playedShow, { clock: clock.now, url: `http://app${at}` });
      return Object.assign(new ScriptedService(show, clock), { hasLive });
    });
    this.#carriedOut = this.#services.map(({ show }) => carriedOutBy(show, clock.monotonic));
    const served = openServedDesk(this.#services, { clock, lines: this.#lines });
    ({ desk: this.#desk, screen: this.#screen, files: this.#files } = served);
  }

  /** `lives`: which of the services have a live channel. */
  static async open(lives: readonly boolean[]): Promise<DeskPlay> {
    const play = new DeskPlay(lives);
    await play.#open();
    return play;
  }

  async step(one: DeskStep): Promise<void> {
    // A step presses once at most, so that no two presses are at the same time.
    await this.#clock.pass(1);
    await this.#step(one);
  }

  async rest(): Promise<void> {
    for (const service of this.#services) {
      service.updateFaults.length = service.readFaults.length = 0;
      service.away = false;
      service.disturb({ kind: 'slow', delay: 0 });
    }
    await this.#clock.pass(2_000);
    await this.#until(() => this.#keys.every((key, at) => same(this.#shown(key), this.#truth(at))));
  }

  /** Every rule that was broken, when the desk has ended. */
  async broken(): Promise<string[]> {
    const problems = this.#keys.flatMap((key, at) => this.#broken(key, at));
    this.#fill('');
    await this.#desk.close();
    return [...this.#problems, ...problems, ...this.#unkept()];
  }

  /** A screen that has watched all along shows the same as a screen that opens now: no change was kept from screens. */
  async lookAgain(after: DeskStep): Promise<string[]> {
    const { view, leave } = await screenOf(this.#desk);
    leave();
    // Each screen has its own undo, and a screen that comes and goes changes who has those of devices.
    view.undoable = this.#view.undoable;
    // The reset time of a quota follows the wall clock. Screens get the time with the next change.
    for (const { quota } of [...view.apps, ...this.#view.apps]) if (quota) quota.resetsAt = 0;
    return (Object.keys(view) as (keyof DeskView)[]).flatMap((name) => {
      if (isDeepStrictEqual(view[name], this.#view[name])) return [];
      const [fresh, shown] = [view[name], this.#view[name]].map((value) => JSON.stringify(value));
      return [`After ${after.do}, ${name} is ${fresh}, and screens show ${shown}.`];
    });
  }

  async #open(): Promise<void> {
    const { screen: _, ...view } = await this.#screen.call('watch', {});
    this.#view = view;
    this.#screen.on('changed', (change) => {
      const before = new Map(this.#view.apps.map(({ key, connection }) => [key, connection.status]));
      changeView(this.#view, change);
      // An alarm that is on the screen already is not sent again. Each as-run line is.
      const hasEnded = change.notices !== undefined || change.asRun !== undefined || change.recorded !== undefined;
      for (const { id, alarm } of hasEnded ? this.#view.notices : []) {
        if (alarm) this.#alarms.set(id, [...(this.#alarms.get(id) ?? []), this.#clock.monotonic()]);
      }
      this.#guard.told(change.subs ?? {}, this.#clock.monotonic());
      for (const { key, connection } of this.#view.apps) {
        if (connection.status !== 'lost' || before.get(key) === 'lost') continue;
        this.#lost.set(key, [...(this.#lost.get(key) ?? []), this.#clock.monotonic()]);
      }
    });
    for (const service of this.#services) this.#keys.push(await connectServed(this.#screen, service));
    await this.#until(() => this.#keys.every((key) => this.#app(key)?.connection.status === 'live'));
    const [first, second] = [0, 1].map((app) => this.#address({ app, at: 0 }));
    await this.#call('saveLook', { name: 'One', ids: [first, second] });
  }

  #app(key: string): DeskView['apps'][number] | undefined {
    return this.#view.apps.find((app) => app.key === key);
  }

  async #until(rests: () => boolean): Promise<void> {
    for (let at = 0; at < 700 && !rests(); at++) await this.#clock.pass(100);
  }

  #broken(app: string, at: number): string[] {
    const { sent, show } = this.#services[at]!;
    const lines = this.#lines.filter((line) => line.app?.key === app);
    // The log rounds how long something took, so when it ended is known to the millisecond only.
    const record = {
      app,
      presses: this.#presses,
      lines,
      sent,
      applied: show.applied,
      lost: this.#lost.get(app) ?? [],
      carriedOut: this.#carriedOut[at] ?? [],
      alarms: this.#alarms.get(`panic ${app}`) ?? [],
      late: 1,
    };
    const lies = unlike('It shows', this.#shown(app), this.#truth(at));
    return [...brokenDeskRules(record), ...lies].map((problem) => `${show.name}: ${problem}`);
  }

  #fill(why: string): void {
    for (const file of Object.values(this.#files)) file.full = why;
  }

  /** Everything that a screen shows as kept is on the disk when the desk has ended, however often that was full. */
  #unkept(): string[] {
    const [carried, prepared] = [this.#files.show, this.#files.preparation].map(({ written }) => written.at(-1));
    const { looks = [] } = (carried ?? {}) as { looks?: Look[] };
    const { apps = {} } = (prepared ?? {}) as { apps?: Record<string, KeptPreparation> };
    const keptEdits = Object.entries(apps).flatMap(([key, { staged }]) =>
      Object.entries(staged).map(([id, edits]) => ({ address: addressOf(key, id), edits })),
    );
    const shownEdits = Object.entries(this.#view.subs)
      .map(([address, { staged: edits }]) => ({ address, edits }))
      .filter(({ edits }) => Object.keys(edits).length > 0);
    const inOrder = (all: typeof keptEdits) => all.sort((one, other) => one.address.localeCompare(other.address));
    const kept = [looks.map(({ name, items }) => ({ name, ids: items.map(({ id }) => id) })), inOrder(keptEdits)];
    const shown = [this.#view.looks, inOrder(shownEdits)];
    return isDeepStrictEqual(kept, shown) ? [] : [`Kept was ${JSON.stringify(kept)}, shown ${JSON.stringify(shown)}.`];
  }

  #shown(key: string): unknown {
    return this.#services[0]!.show.control().map(({ subCompositionId: id }) => {
      const { state, requested, values, tally } = this.#view.subs[addressOf(key, id)] ?? {};
      return { id, state, requested, values, known: tally !== 'UNKNOWN' };
    });
  }

  #truth(at: number): unknown {
    return this.#services[at]!.show.control().map(({ subCompositionId: id, state, payload }) => {
      return { id, state, requested: null, values: payload, known: true };
    });
  }

  /** The address of one of {@link taken}. */
  #address({ app, at }: { app: number; at: number }): string {
    return addressOf(this.#keys[app] ?? '', taken[at] ?? '');
  }

  /** One of what differs from what was asked, or where nothing does the address itself. */
  #differing({ app, at }: { app: number; at: number }): string {
    const differing = taken
      .map((_, other) => this.#address({ app, at: other }))
      .filter((id) => this.#view.subs[id]?.drift);
    return differing[at % differing.length] ?? this.#address({ app, at });
  }

  // What happens.

  async #step(one: DeskStep): Promise<void> {
    if (!('app' in one)) return this.#ofTheDesk(one);
    const service = this.#services[one.app]!;
    switch (one.do) {
      case 'value': {
        const [sub, field] = texts[one.field] ?? ['', ''];
        return this.#update(addressOf(this.#keys[one.app] ?? '', sub), field);
      }
      case 'take':
        return this.#takeWith(one.app, one);
      case 'expecting':
        return this.#expecting(one);
      case 'held up':
        return this.#heldUp(one);
      case 'fire':
        return this.#press('Fire', [one.app], { do: 'fire', subComposition: this.#title(one.app), field: 'flash' });
      case 'time':
        return this.#press('Time', [one.app], {
          do: 'time',
          subComposition: this.#title(one.app),
          field: 'timer',
          command: 'play',
        });
      case 'panic':
        return this.#press('Panic', [one.app], { do: 'panic', app: this.#keys[one.app] ?? '' });
      case 'toggle':
        return this.#toggle(one);
      case 'broken':
        service.updateFaults.unshift(one.fault);
        await this.#take({ id: this.#address(one), to: one.to });
        return this.#clock.pass(2_000);
      case 'ask again':
        return this.#sendAgain(this.#differing(one), one.app);
      case 'dismiss':
      case 'seen':
        return void (await this.#call(one.do, { address: this.#differing(one) }));
      case 'elsewhere': {
        const id = taken[one.at] ?? '';
        const field = one.words ? wordField[id] : undefined;
        const payload = field === undefined ? {} : { payload: { [field]: word(++this.#number, field) } };
        return void service.show.apply([{ subCompositionId: id, ...payload, state: one.to }]);
      }
      case 'update fault':
        return void service.updateFaults.push(one.fault);
      case 'read fault':
        return void service.readFaults.push(one.fault);
      case 'live fault':
        return service.disturb(one.fault);
      case 'away':
        service.away = true;
        await this.#clock.pass(one.milliseconds);
        return void (service.away = false);
      case 'channel':
        service.away = true;
        service.hasLive = one.has;
        return void (service.away = false);
    }
  }

  async #ofTheDesk(one: Exclude<DeskStep, { app: number }>): Promise<void> {
    switch (one.do) {
      case 'pass':
        return this.#clock.pass(one.milliseconds);
      case 'clock':
        return this.#clock.set(one.ahead);
      case 'disk':
        return this.#fill(one.full ? 'ENOSPC: no space left on device' : '');
      case 'look':
        return this.#takeCued(one.takes);
      case 'again':
        await this.#clock.pass(one.after);
        if (this.#lastTake) await this.#take(this.#lastTake);
        return;
      case 'undo':
        return this.#press('Undo', [], { do: 'undo', what: one.what });
      case 'keep look':
        return void (await this.#call('saveLook', { name: one.name, ids: one.of.map((of) => this.#address(of)) }));
      case 'recall look':
        return this.#press('Look', [], { do: 'recallLook', look: one.name });
      case 'panic of all':
        return this.#press('Panic', [0, 1], { do: 'panic' });
    }
  }

  #title(app: number): string {
    return addressOf(this.#keys[app] ?? '', ids.title);
  }

  async #update(id: string, field: string): Promise<void> {
    await this.#stage(id, field);
    await this.#press('Update', [], { do: 'update', subComposition: id });
  }

  async #takeWith(app: number, { at, to, words }: Take): Promise<void> {
    const id = this.#address({ app, at });
    const field = words ? wordField[taken[at] ?? ''] : undefined;
    if (field !== undefined) await this.#stage(id, field);
    await this.#take({ id, to });
  }

  async #stage(id: string, field: string): Promise<void> {
    const action: WrittenAction = { do: 'set', subComposition: id, field, value: word(++this.#number, field) };
    await this.#call('do', { action });
  }

  async #cue(id: string, cued: boolean): Promise<void> {
    await this.#call('do', { action: { do: 'cue', subComposition: id, cued } satisfies WrittenAction });
  }

  /** It goes by what is confirmed, and does nothing while that is unknown. */
  async #toggle({ app, at }: Extract<DeskStep, { do: 'toggle' }>): Promise<void> {
    const id = this.#address({ app, at });
    const { onAir = 'unknown' } = this.#view.subs[id] ?? {};
    const press = (): Promise<void> => this.#press('Toggle', [app], { do: 'toggle', subComposition: id });
    if (onAir === 'unknown') return this.#surelyRefused('press-refused', press);
    await this.#guarded([{ id, to: onAir === 'no' ? 'In' : 'Out' }], press);
  }

  async #expecting({ app, at, to, shown }: Extract<DeskStep, { do: 'expecting' }>): Promise<void> {
    const id = this.#address({ app, at });
    const { requested, state = 'Out1' } = this.#view.subs[id] ?? {};
    const now = requested ?? state;
    await this.#take({ id, to, expects: shown ? now : now === 'In' ? 'Out1' : 'In' });
  }

  /** What was held up for too long is refused, except a panic; nothing else is different. */
  async #heldUp({ app, at, to, late }: Extract<DeskStep, { do: 'held up' }>): Promise<void> {
    const start = this.#clock.monotonic() - this.#unusedAge(late);
    if (to !== 'panic') return this.#take({ id: this.#address({ app, at }), to }, start);
    // The desk counts it from its arrival.
    await this.#press('Panic', [app], { do: 'panic', app: this.#keys[app] ?? '' }, { start });
  }

  /** The age, or a little more, so that no two presses are too close to tell apart. */
  #unusedAge(late: number): number {
    const at = this.#clock.now() - late;
    const isClose = (press: DeskPress): boolean => Math.abs(Date.parse(press.at) - at) <= ageKnownTo;
    return this.#presses.some(isClose) ? this.#unusedAge(late + ageKnownTo) : late;
  }

  async #take(take: PressedTake, start = this.#clock.monotonic()): Promise<void> {
    const { id, to, expects } = take;
    const app = this.#keys.findIndex((key) => id.startsWith(`${key}/`));
    const press = (): Promise<void> =>
      this.#press('Take', [app], { do: 'take', subComposition: id, to }, { expects, start });
    if (this.#clock.monotonic() - start >= tooOld) return this.#surelyRefused('press-late', press);
    this.#lastTake = { id, to };
    await this.#guarded([take], press, start);
  }

  async #surelyRefused(why: ErrorCode, press: () => Promise<void>): Promise<void> {
    await press();
    const { refused, at } = this.#presses.at(-1)!;
    if (refused !== why) this.#problems.push(`The press at ${at} ended with ${refused}, not ${why}.`);
  }

  /** A press of takes; gives whether it was refused, as the guard has to refuse it. */
  async #guarded(
    takes: readonly PressedTake[],
    press: () => Promise<void>,
    start = this.#clock.monotonic(),
  ): Promise<boolean> {
    for (const { at, result, reason, targets } of this.#lines) {
      const failed = result === 'failed' && reason !== errorTable.overtaken.operator;
      const press = failed ? this.#presses.find((one) => isOf({ at }, one)) : undefined;
      if (press) {
        const addresses = targets.map(({ address }) => address);
        this.#guard.failed(addresses, press.start);
      }
    }
    const starts = start === this.#clock.monotonic() ? [start] : [start, start + ageKnownTo];
    const ought = this.#guard.refuses(takes, starts);
    await press();
    const { refused } = this.#presses.at(-1)!;
    const is = refused !== undefined && isPressRefusal(refused);
    const was = is ? 'was refused' : 'was not refused';
    if (!ought.has(is)) this.#problems.push(`${JSON.stringify(takes)} at ${start} ${was}.`);
    if (!is) this.#guard.passed(takes, starts);
    return is;
  }

  async #takeCued(takes: readonly Take[]): Promise<void> {
    const all = takes.flatMap(({ at }) => [0, 1].map((app) => this.#address({ app, at })));
    // What a failed press had cued is cued again.
    for (const id of Object.keys(this.#view.subs)) await this.#cue(id, false);
    for (const id of all) await this.#cue(id, true);
    const cued = all.map((id) => ({ id, to: 'In' as const }));
    const refused = await this.#guarded(cued, () => this.#press('Take Cued', [], { do: 'takeCued' }));
    if (refused) for (const id of all) await this.#cue(id, false);
  }

  async #sendAgain(id: string, app: number): Promise<void> {
    const { drift: differs } = this.#view.subs[id] ?? {};
    await this.#press('Send again', differs ? [app] : [], { do: 'sendAgain', subComposition: id });
    const { refused } = this.#presses.at(-1)!;
    if (!differs && refused !== 'call-invalid') this.#problems.push(`${id} was requested again, and nothing differed.`);
  }

  /** A call of the screen; gives the code that it was refused with. */
  async #call(...call: Call): Promise<ErrorCode | undefined> {
    try {
      await (this.#screen.call as (...call: Call) => Promise<unknown>)(...call);
      return undefined;
    } catch (thrown) {
      return (thrown as OverlayError).code;
    } finally {
      await settled();
    }
  }

  /** An action that may send something. `apps`: those that it must end in. `start`: when it was pressed. */
  async #press(
    what: string,
    apps: number[],
    action: WrittenAction,
    { expects, start: pressed }: { expects?: StoredState | undefined; start?: number } = {},
  ): Promise<void> {
    const { now, monotonic } = this.#clock;
    const arrived = monotonic();
    const cause = pressed ?? arrived;
    const start = what === 'Panic' ? arrived : cause;
    const press: DeskPress = {
      start,
      at: new Date(now() - (arrived - start)).toISOString(),
      arrived,
      what,
      refused: undefined,
      apps: apps.map((at) => this.#keys[at] ?? ''),
    };
    this.#presses.push(press);
    press.refused = await this.#call('do', { action, expects }, cause);
  }
}
