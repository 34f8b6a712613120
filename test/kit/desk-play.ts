import { address } from '../../contract/model/address.ts';
import type { DeskApi, DeskView } from '../../contract/desk-api/desk-api.ts';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { LinkClient } from '../../contract/link/link.ts';
import type { AnimationState } from '../../contract/model/animation-state.ts';
import type { Desk } from '../../desk/desk.ts';
import { brokenDeskRules, type DeskPress } from './desk-rules.ts';
import type { DeskStep } from './desk-steps.ts';
import { type Take, taken, texts, wordField } from './fault-steps.ts';
import { ManualClock, settled } from './manual-clock.ts';
import { word } from './reference-desk.ts';
import { ScriptedService } from './scripted-service.ts';
import { openServedDesk } from './served-desk.ts';
import { ServedShow } from './served-show.ts';
import { ids, smallShow } from './small-show.ts';

/** The name of a call, and what it takes. */
type Call = [name: keyof DeskApi['calls'], request: unknown];

/** Milliseconds in which the same take is not taken twice, as the desk has it at first. */
const guardTime = 250;

/** A whole desk with two apps on scripted services, one screen, and everything that can be seen from outside. */
export class DeskPlay {
  readonly #clock = new ManualClock();
  readonly #lines: AsRunLine[] = [];
  readonly #presses: DeskPress[] = [];
  readonly #lost = new Map<string, number[]>();
  readonly #problems: string[] = [];
  readonly #services: ScriptedService[];
  readonly #desk: Desk;
  readonly #screen: LinkClient<DeskApi>;
  #view!: DeskView;
  #keys: string[] = [];
  #number = 0;
  /** The last take of each sub-composition that the guard let pass, and the last one of all. */
  readonly #taken = new Map<string, { to: AnimationState; start: number }>();
  #lastTake: { id: string; to: AnimationState } | undefined;

  /** `lives`: which of the services have a live channel. */
  constructor(lives: readonly boolean[]) {
    const clock = this.#clock;
    this.#services = lives.map((hasLive, at) => {
      const show = new ServedShow(`app${at}`, smallShow, { clock: clock.now, url: `http://app${at}` });
      return Object.assign(new ScriptedService(show, clock), { hasLive });
    });
    ({ desk: this.#desk, screen: this.#screen } = openServedDesk(this.#services, { clock, lines: this.#lines }));
  }

  /** Play it until the desk has come to rest; gives every rule that was broken, in words. */
  async run(steps: readonly DeskStep[]): Promise<string[]> {
    await this.#open();
    for (const one of steps) {
      // A step presses once at most, so that no two presses are at the same time.
      await this.#clock.pass(1);
      await this.#step(one);
      await settled();
    }
    for (const service of this.#services) {
      service.updateFaults.length = service.readFaults.length = 0;
      service.away = false;
      service.disturb({ kind: 'slow', delay: 0 });
    }
    await this.#clock.pass(2_000);
    await this.#until(() => this.#keys.every((key, at) => this.#shown(key) === this.#truth(at)));
    const problems = this.#keys.flatMap((key, at) => this.#broken(key, at));
    await this.#desk.close();
    return [...this.#problems, ...problems];
  }

  async #open(): Promise<void> {
    this.#view = await this.#screen.call('watch', {});
    this.#screen.on('changed', ({ subs, ...members }) => {
      const before = new Map(this.#view.apps.map(({ key, connection }) => [key, connection.status]));
      Object.assign(this.#view, members);
      Object.assign(this.#view.subs, subs);
      for (const { key, connection } of this.#view.apps) {
        if (connection.status !== 'lost' || before.get(key) === 'lost') continue;
        this.#lost.set(key, [...(this.#lost.get(key) ?? []), this.#clock.monotonic()]);
      }
    });
    for (const { show } of this.#services) {
      const { held } = await this.#screen.call('holdSecret', { secret: `the token of ${show.name}` });
      const { id } = await this.#screen.call('saveConnection', {
        ...{ kind: 'token', name: show.name, base: `http://${show.name}`, email: '', secret: { held } },
        ...{ proxy: { use: 'none', address: '', user: '', secret: null }, certificates: '' },
      });
      this.#keys.push(id);
    }
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
    const [shown, truth] = [this.#shown(app), this.#truth(at)];
    const lines = this.#lines.filter((line) => line.app?.key === app);
    const record = { app, presses: this.#presses, lines, sent, applied: show.applied, lost: this.#lost.get(app) ?? [] };
    const lies = shown === truth ? [] : [`It shows ${shown} and true is ${truth}`];
    return [...brokenDeskRules(record), ...lies].map((problem) => `${show.name}: ${problem}`);
  }

  #shown(key: string): string {
    const held = this.#services[0]!.show.control().map(({ subCompositionId: id }) => {
      const { state, requested, values, tally } = this.#view.subs[address(key, id)] ?? {};
      return { id, state, requested, values, known: tally !== 'UNKNOWN' };
    });
    return JSON.stringify(held);
  }

  #truth(at: number): string {
    const held = this.#services[at]!.show.control().map(({ subCompositionId: id, state, payload }) => {
      return { id, state, requested: null, values: payload, known: true };
    });
    return JSON.stringify(held);
  }

  /** The address of one of {@link taken}. */
  #address({ app, at }: { app: number; at: number }): string {
    return address(this.#keys[app] ?? '', taken[at] ?? '');
  }

  /** One of what differs from what was asked, or where nothing does the address itself. */
  #differing({ app, at }: { app: number; at: number }): string {
    const differing = taken
      .map((_, other) => this.#address({ app, at: other }))
      .filter((id) => this.#view.subs[id]?.differs);
    return differing[at % differing.length] ?? this.#address({ app, at });
  }

  // What happens.

  async #step(one: DeskStep): Promise<void> {
    if (!('app' in one)) return this.#ofTheDesk(one);
    const service = this.#services[one.app]!;
    switch (one.do) {
      case 'value': {
        const [sub, field] = texts[one.field] ?? texts[0];
        return this.#update(address(this.#keys[one.app] ?? '', sub), field);
      }
      case 'take':
        return this.#takeWith(one.app, one);
      case 'expecting':
        return this.#expecting(one);
      case 'fire':
        return this.#press('Fire', [one.app], ['fire', { id: this.#title(one.app), field: 'flash' }]);
      case 'time':
        return this.#press('Time', [one.app], ['time', { id: this.#title(one.app), field: 'timer', command: 'play' }]);
      case 'panic':
        return this.#press('Panic', [], ['panic', { app: this.#keys[one.app] ?? '' }]);
      case 'broken':
        service.updateFaults.unshift(one.fault);
        await this.#take({ id: this.#address(one), to: one.to });
        return this.#clock.pass(2_000);
      case 'ask again':
        return this.#askAgain(this.#differing(one), one.app);
      case 'dismiss':
      case 'seen':
        return void (await this.#call(one.do, { id: this.#differing(one) }));
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
      case 'look':
        return this.#takeCued(one.takes);
      case 'again':
        await this.#clock.pass(one.after);
        if (this.#lastTake) await this.#take(this.#lastTake);
        return;
      case 'undo':
        return this.#press('Undo', [], ['undo', { what: one.what }]);
      case 'keep look':
        return void (await this.#call('saveLook', { name: one.name, ids: one.of.map((of) => this.#address(of)) }));
      case 'recall look':
        return this.#press('Look', [], ['recallLook', { name: one.name }]);
      case 'panic of all':
        return this.#press('Panic', [], ['panic', {}]);
    }
  }

  #title(app: number): string {
    return address(this.#keys[app] ?? '', ids.title);
  }

  async #update(id: string, field: string): Promise<void> {
    await this.#call('stage', { id, field, value: word(++this.#number, field) });
    await this.#press('Update', [], ['update', { id }]);
  }

  async #takeWith(app: number, { at, to, words }: Take): Promise<void> {
    const id = this.#address({ app, at });
    const field = words ? wordField[taken[at] ?? ''] : undefined;
    if (field !== undefined) await this.#call('stage', { id, field, value: word(++this.#number, field) });
    await this.#take({ id, to });
  }

  async #expecting({ app, at, to, shown }: Extract<DeskStep, { do: 'expecting' }>): Promise<void> {
    const id = this.#address({ app, at });
    const { requested, state = 'Out1' } = this.#view.subs[id] ?? {};
    const now = requested ?? state;
    const expects = shown ? now : now === 'In' ? 'Out1' : 'In';
    const press = await this.#take({ id, to, expects });
    if (!shown && press.refused !== 'press-refused') this.#problems.push(`A take against ${expects} was not refused.`);
  }

  /** A take, with what the guard must say of it. */
  async #take(take: { id: string; to: AnimationState; expects?: 'In' | 'Out1' | 'Out2' }): Promise<DeskPress> {
    const { id, to } = take;
    const app = this.#keys.findIndex((key) => id.startsWith(`${key}/`));
    this.#lastTake = { id, to };
    const last = this.#taken.get(id);
    await this.#press('Take', [app], ['take', { ...take, action: 'play' }]);
    const press = this.#presses.at(-1)!;
    const twice = last?.to === to && press.start - last.start < guardTime;
    if (twice && press.refused !== 'press-refused') this.#problems.push(`${id} was taken ${to} twice in a moment.`);
    if (press.refused !== 'press-refused') this.#taken.set(id, { to, start: press.start });
    return press;
  }

  async #takeCued(takes: readonly Take[]): Promise<void> {
    const all = takes.flatMap(({ at }) => [0, 1].map((app) => this.#address({ app, at })));
    for (const id of all) await this.#call('cue', { id, cued: true });
    await this.#press('Take Cued', [], ['takeCued', {}]);
    const press = this.#presses.at(-1)!;
    if (press.refused === 'press-refused') for (const id of all) await this.#call('cue', { id, cued: false });
    else for (const id of all) this.#taken.set(id, { to: 'In', start: press.start });
  }

  async #askAgain(id: string, app: number): Promise<void> {
    const { differs } = this.#view.subs[id] ?? {};
    // Values alone may end in newer ones, which took them in.
    await this.#press('Ask again', differs?.state ? [app] : [], ['askAgain', { id }]);
    const { refused } = this.#presses.at(-1)!;
    if (!differs && refused !== 'call-invalid') this.#problems.push(`${id} was asked again, and nothing differed.`);
  }

  /** A call of the screen; gives the code that it was refused with. */
  async #call(...[name, request]: Call): Promise<string | undefined> {
    try {
      await (this.#screen.call as (...call: Call) => Promise<unknown>)(name, request);
      return undefined;
    } catch (thrown) {
      return (thrown as { code: string }).code;
    } finally {
      await settled();
    }
  }

  /** A call that may send something. `apps`: those that it must end in. */
  async #press(what: string, apps: number[], call: Call): Promise<void> {
    const { now, monotonic } = this.#clock;
    const press: DeskPress = {
      ...{ start: monotonic(), at: new Date(now()).toISOString(), what, refused: undefined },
      apps: apps.map((at) => this.#keys[at] ?? ''),
    };
    this.#presses.push(press);
    press.refused = await this.#call(...call);
  }
}
