import { SvelteMap } from 'svelte/reactivity';
import type { z } from 'zod';
import type {
  AuthoringAnswer,
  AuthoringBody,
  AuthoringName,
  AuthoringParams,
} from '../../contract/desk-api/authoring.ts';
import type {
  AppView,
  CallName,
  DeskApi,
  DeskChange,
  DeskView,
  GuardedKey,
  KeyRefusal,
  SubCompositionView,
} from '../../contract/desk-api/desk-api.ts';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import { withRecorded } from '../../contract/desk-api/as-run.ts';
import type { CueView } from '../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../contract/desk-api/rundown-edit.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { isPressRefusal, OverlayError } from '../../contract/errors.ts';
import { knownError } from './known-error.ts';
import { errorOf, type LinkClient } from '../../contract/link/link.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Tally } from '../../contract/model/tally.ts';
import type { KeyboardLayout } from '../keys/keyboard-layout.svelte.ts';
import type { Alerts } from '../alerts/alerts.svelte.ts';
import type { ScreenClock } from './clock.svelte.ts';
import { appNames } from './app-names.ts';
import { type Refusal, Refusals } from './refusals.svelte.ts';
import { ScreenCues } from './shown-cues.svelte.ts';
import { ShownData } from './shown-data.svelte.ts';
import { ShownApp } from './shown-app.svelte.ts';
import { DeskMembers } from './desk-members.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.state;

/** The link of this screen to its desk: `opening` until the desk first answers, `gone` while it does not. */
export type DeskLinkState = 'opening' | 'open' | 'gone';

type CallInput<Name extends CallName> = z.input<DeskApi['calls'][Name]['takes']>;
type CallAnswer<Name extends CallName> = z.infer<DeskApi['calls'][Name]['gives']>;

/** What the desk of a screen needs of the screen. */
interface DeskClientPorts {
  clock: ScreenClock;
  alerts: Alerts;
  keyboard: KeyboardLayout;
}

/**
 * The desk as this screen knows it. Each app instance and each sub-composition is kept by itself, so that a change of one
 * redraws one row. The screen shows only what the desk reported, and UNKNOWN as soon as that cannot be trusted any more.
 */
export class DeskClient extends DeskMembers {
  readonly #clock: ScreenClock;
  readonly #alerts: Alerts;
  readonly #keyboard: KeyboardLayout;
  #client: LinkClient<DeskApi> | undefined;
  #link = $state<DeskLinkState>('opening');
  #apps = $state.raw<ShownApp[]>([]);
  readonly cues = new ScreenCues();
  readonly data = new ShownData();
  readonly #subs = new SvelteMap<string, SubCompositionView>();
  readonly #refusals = new Refusals();
  readonly #nodes = $derived(new Map([...preOrder(this.model)].map((node) => [node.id, node])));
  readonly #mapped = $derived.by(() => {
    const [short, others] = [true, false].map((isShort) => this.keys.filter(({ press }) => isShort === !press));
    return new Map([...(short ?? []), ...(others ?? [])].toReversed().map((binding) => [binding.key, binding]));
  });
  readonly #names = $derived(
    appNames(
      this.#apps.map(({ view }) => view),
      this.connections,
    ),
  );
  /** The number of sub-compositions that are confirmed In, by the key of the app instance. */
  readonly #inByApp = $derived.by(() => this.#countIn());
  readonly #cued = $derived([...this.#nodes.values()].filter(({ id }) => this.tally(id) === 'CUED'));

  constructor({ clock, alerts, keyboard }: DeskClientPorts) {
    super();
    this.#clock = clock;
    this.#alerts = alerts;
    this.#keyboard = keyboard;
  }

  get link(): DeskLinkState {
    return this.#link;
  }

  // App instances.

  /** Every app instance that the desk controls, in the order of the desk. */
  get apps(): readonly ShownApp[] {
    return this.#apps;
  }
  app(key: string): ShownApp | undefined {
    return this.#apps.find((app) => app.key === key);
  }
  /** The app instance of a sub-composition. */
  appOf(id: string): ShownApp | undefined {
    return this.app(parseAddress(id).app);
  }
  /** The app instance of the service that the desk runs itself, which the workshop works with. */
  get own(): ShownApp | undefined {
    return this.#apps.find(({ view }) => view.kind === 'embedded' && view.backup?.inUse !== 'backup');
  }
  /** The number of sub-compositions that are confirmed In, in all trusted app instances. */
  get onAir(): number {
    return this.#apps.reduce((sum, app) => sum + (app.trusted ? app.onAir : 0), 0);
  }

  // Sub-compositions.

  /** The sub-compositions that Take Cued takes, in the order of the tree, from trusted app instances only. */
  get cued(): ModelItem[] {
    return this.#cued;
  }

  /** The model of a sub-composition. */
  node(id: string): ModelItem | undefined {
    return this.#nodes.get(id);
  }

  /** The last view of a sub-composition. */
  sub(id: string): SubCompositionView | undefined {
    return this.#subs.get(id);
  }

  /** Whether the view of a sub-composition can be believed. */
  trusts(id: string): boolean {
    return this.appOf(id)?.trusted ?? false;
  }

  tally(id: string): Tally {
    return this.trusts(id) ? (this.#subs.get(id)?.tally ?? 'UNKNOWN') : 'UNKNOWN';
  }

  /** Whether a sub-composition is confirmed In. It still is while an Out is requested. */
  confirmedOnAir(id: string): boolean {
    return this.trusts(id) && this.#subs.get(id)?.onAir === 'yes';
  }

  /** What is known of a cue. Without the desk, nobody can tell what a cue that was fired does. */
  cueView(id: string): CueView {
    const view = this.cues.view(id);
    if (view.state === 'IDLE') return view;
    if (this.#link !== 'open') return { ...view, state: 'UNKNOWN', onAir: 'unknown', due: null };
    if (view.onAir === 'no' && view.state !== 'REQUESTED') return view;
    const targets = this.cues.get(id)?.steps.flatMap((step) => step.targets) ?? [];
    if (targets.every(({ subComposition }) => this.trusts(subComposition))) return view;
    return { ...view, state: 'UNKNOWN', onAir: 'unknown' };
  }

  /** The last refused press for a sub-composition, if no newer press followed. */
  refusal(id: string): Refusal | undefined {
    return this.#refusals.of(id);
  }

  // Keys.

  isMapped(key: string): boolean {
    return this.#mapped.has(key);
  }
  /** What a key does as it goes down, else by another press. A key that is mapped twice has its first binding. */
  binding(key: string): KeyBinding | undefined {
    return this.#mapped.get(key);
  }

  /** The key that does something as it goes down; undefined if none does. */
  keyFor(isMeant: (action: KeyBinding['action']) => boolean): string | undefined {
    return this.keys.find(({ action, press }) => !press && isMeant(action))?.key;
  }

  /** The guarded key of a sub-composition that is down or armed, if there is one. */
  guardedFor(id: string): GuardedKey | undefined {
    return this.guarded.find(({ key }) => aboutSub(this.binding(key)?.action ?? {}) === id);
  }

  // Calls to the desk.

  /**
   * Calls the desk on behalf of the operator. A failure becomes an alert that begins with `what`, and is returned for callers
   * that show it elsewhere too. This never throws.
   */
  async ask<Name extends CallName>(
    what: string,
    name: Name,
    request: CallInput<Name>,
  ): Promise<OverlayError | undefined> {
    const about = aboutSub(request);
    if (about !== undefined) this.#refusals.drop(about);
    try {
      await this.call(name, request);
      return undefined;
    } catch (thrown) {
      const problem = knownError(thrown);
      this.#failed(what, problem, about);
      return problem;
    }
  }

  /**
   * Lets the desk carry out an action of the operator, as {@link DeskClient.ask} asks for anything else. `expects` is the state
   * that was shown of what is taken.
   */
  do(what: string, action: WrittenAction, expects?: StoredState): Promise<OverlayError | undefined> {
    return this.ask(what, 'do', { action, ...(expects && { expects }) });
  }

  /** As {@link DeskClient.do}, later: a press is made of what is shown when it begins. */
  later(what: string, action: WrittenAction, expects?: StoredState): () => void {
    return () => void this.do(what, action, expects);
  }

  /**
   * Lets the desk carry out an action that may be refused on its way, and waits for its outcome. A failure becomes an alert that
   * begins with `what`. This never throws.
   */
  async doToOutcome(what: string, action: WrittenAction): Promise<void> {
    try {
      const outcome = await this.call('do', { action, wait: true });
      if (outcome && outcome.result !== 'confirmed') this.#alerts.raise(`${what}: ${outcome.reason}`);
    } catch (thrown) {
      this.#failed(what, knownError(thrown), undefined);
    }
  }

  /**
   * Edits a rundown. Returns the ids of what was added; undefined after a failure, which becomes an alert that begins with
   * `what`. This never throws.
   */
  editRundown(what: string, edit: z.input<typeof RundownEdit>): Promise<string[] | undefined> {
    return this.answer(what, 'editRundown', edit);
  }

  /** As {@link DeskClient.ask}, for what gives an answer; undefined after a failure. */
  async answer<Name extends CallName>(
    what: string,
    name: Name,
    request: CallInput<Name>,
  ): Promise<CallAnswer<Name> | undefined> {
    try {
      return await this.call(name, request);
    } catch (thrown) {
      this.#failed(what, knownError(thrown), undefined);
      return undefined;
    }
  }

  /**
   * Calls the desk and returns its answer. `at` is when the cause happened, by `performance.now()`. Throws the desk's
   * refusal, or `desk-gone` without a link.
   */
  async call<Name extends CallName>(name: Name, request: CallInput<Name>, at?: number): Promise<CallAnswer<Name>> {
    if (!this.#client || this.#link !== 'open') throw new OverlayError('desk-gone');
    try {
      return await this.#client.call(name, request, at);
    } catch (thrown) {
      throw knownError(thrown);
    }
  }

  /**
   * Calls an endpoint for authors through the desk. Returns the revision of what it reads or writes too, if it has one.
   * Throws the refusal of the service or of the desk.
   */
  async service<Name extends AuthoringName>(
    endpoint: Name,
    { params, ...sent }: { params: AuthoringParams<Name>; body?: AuthoringBody<Name>; ifMatch?: number | undefined },
  ): Promise<{ answer: AuthoringAnswer<Name>; revision: number | null }> {
    const { answer, revision } = await this.call('service', {
      endpoint,
      params: params as Record<string, string>,
      ...sent,
    });
    return { answer: answer as AuthoringAnswer<Name>, revision };
  }

  /**
   * Sends a key press to the desk, with its time, because this page may have been busy. A failure is raised only for a
   * mapped key.
   */
  async press(key: string, { repeat, timeStamp }: Pick<KeyboardEvent, 'repeat' | 'timeStamp'>): Promise<void> {
    const action = this.binding(key)?.action;
    const about = action && aboutSub(action);
    if (about !== undefined && !repeat) this.#refusals.drop(about);
    try {
      await this.call('key', { key, repeat }, timeStamp);
    } catch (thrown) {
      if (action) this.#failed(words.key(this.#keyboard.caption(key)), knownError(thrown), about);
    }
  }

  /** Sends that a key came up, with its time, or that nobody can tell any more whether it is down. */
  async release(key: string, isLost: boolean, at?: number): Promise<void> {
    // A panic that is held goes on when its key is mapped to nothing.
    if (!this.isMapped(key) && !this.guarded.some(({ key: held }) => held === key)) return;
    // A desk that is gone has released the key already.
    await this.call('keyUp', { key, ...(isLost && { lost: true }) }, at).catch(() => undefined);
  }

  // Events of the link.

  linked(client: LinkClient<DeskApi>, view: DeskView): void {
    this.#client = client;
    this.#link = 'open';
    this.#subs.clear();
    this.cues.clear();
    this.data.clear();
    this.changed(view);
  }

  changed({ apps, subs, cues, cueViews, sourceViews, sourceAges, linkViews, recorded, ...members }: DeskChange): void {
    if (apps) this.#updateApps(apps);
    this.update(members);
    this.data.changed({ sourceViews, sourceAges, linkViews, sources: members.sources, dataLinks: members.dataLinks });
    this.cues.changed({ cues, cueViews, rundowns: members.rundowns });
    if (recorded) this.update({ asRun: withRecorded(this.asRun, recorded) });
    for (const [id, view] of Object.entries(subs ?? {})) this.#subs.set(id, view);
    if (members.model) this.#forgetRemoved(members.model);
  }

  keyRefused({ key, action, error }: KeyRefusal): void {
    this.#failed(words.key(this.#keyboard.caption(key)), errorOf(error), aboutSub(action));
  }

  gone(): void {
    this.#link = 'gone';
  }

  #failed(what: string, problem: OverlayError, about: string | undefined): void {
    // The screen shows an armed cue until the guard ends.
    if (problem.code === 'cue-armed') return;
    this.#alerts.raise(`${what}: ${problem.message}`);
    if (about === undefined || !isPressRefusal(problem.code)) return;
    this.#refusals.add(about, { at: this.#clock.now, why: problem.message });
  }

  /** Updates the app instances. Only a live one has a fresh time stamp for the clock. */
  #updateApps(views: AppView[]): void {
    this.#apps = views.map((view) => {
      const { status, confirmedAt } = view.connection;
      const known = this.app(view.key);
      if (status === 'live' && confirmedAt !== null && confirmedAt !== known?.connection.confirmedAt) {
        this.#clock.adjust(confirmedAt);
      }
      known?.update(view);
      return known ?? this.#newApp(view);
    });
  }

  #newApp(view: AppView): ShownApp {
    return new ShownApp(view, {
      clock: this.#clock,
      linked: () => this.#link === 'open',
      onAir: () => this.#inByApp.get(view.key) ?? 0,
      name: () => this.#names.get(view.key),
    });
  }

  /** Forgets sub-compositions that the model no longer has, so that they do not count as on air. */
  #forgetRemoved(model: ModelItem[]): void {
    const present = new Set([...preOrder(model)].map(({ id }) => id));
    for (const id of [...this.#subs.keys()]) if (!present.has(id)) this.#subs.delete(id);
  }

  #countIn(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [id, { state }] of this.#subs) {
      if (state !== 'In') continue;
      const { app } = parseAddress(id);
      counts.set(app, (counts.get(app) ?? 0) + 1);
    }
    return counts;
  }
}

/** The address of the sub-composition that a request or an action concerns, if any. */
function aboutSub(of: object): string | undefined {
  if ('action' in of && typeof of.action === 'object' && of.action !== null) return aboutSub(of.action);
  if ('subComposition' in of) return String(of.subComposition);
  return 'address' in of ? String(of.address) : undefined;
}
