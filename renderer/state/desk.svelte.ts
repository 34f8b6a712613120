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
  GuardedKey,
  KeyRefusal,
  SubCompositionView,
  WatchedDesk,
  Notice,
  UndoableActs,
} from '../../contract/desk-api/desk-api.ts';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import { withRecorded } from '../../contract/desk-api/as-run.ts';
import type { CueView } from '../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../contract/desk-api/rundown-edit.ts';
import { type KeyBinding, type KeyBlock, keyBlocks } from '../../contract/desk-api/key-binding.ts';
import { isPressRefusal, OverlayError } from '../../contract/errors.ts';
import { answered, isPress, knownError } from './known-error.ts';
import { errorOf, type LinkClient } from '../../contract/link/link.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder, withDistinctTitles } from '../../contract/model/control.ts';
import type { Tally } from '../../contract/model/tally.ts';
import type { KeyboardLayout } from '../keys/keyboard-layout.svelte.ts';
import type { Alerts } from '../alerts/alerts.svelte.ts';
import { aboutSub, pressOf } from './about.ts';
import type { ScreenClock } from './clock.svelte.ts';
import { appNames, graphicNames, rootPlaces } from '../../contract/desk-api/app-names.ts';
import { type Refusal, Refusals } from './refusals.svelte.ts';
import { ScreenCues } from './shown-cues.svelte.ts';
import { ShownData } from './shown-data.svelte.ts';
import { ShownApp } from './shown-app.svelte.ts';
import { DeskMembers } from './desk-members.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.state;

/** `opening` until the desk first answers, `gone` while it does not answer. */
export type DeskLinkState = 'opening' | 'open' | 'gone';

type CallInput<Name extends CallName> = z.input<DeskApi['calls'][Name]['takes']>;
type CallAnswer<Name extends CallName> = z.infer<DeskApi['calls'][Name]['gives']>;

/**
 * The desk as this screen knows it. App instances and sub-compositions are kept separately, so that a change redraws
 * one row. Shows only what the desk reported, and UNKNOWN once the report cannot be trusted.
 */
export class DeskClient extends DeskMembers {
  readonly #clock: ScreenClock;
  readonly #alerts: Alerts;
  readonly #keyboard: KeyboardLayout;
  #client: LinkClient<DeskApi> | undefined;
  #link = $state<DeskLinkState>('opening');
  #refused = $state<string>();
  #screen = $state('');
  #apps = $state.raw<ShownApp[]>([]);
  readonly cues = new ScreenCues();
  readonly data = new ShownData();
  readonly #subs = new SvelteMap<string, SubCompositionView>();
  readonly #refusals = new Refusals();
  readonly #nodes = $derived(new Map([...preOrder(this.model)].map((node) => [node.id, node])));
  readonly #roots = $derived(
    new Map(this.model.flatMap((root) => [...preOrder([root])].map(({ id }) => [id, root.id]))),
  );
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
  readonly #graphicNames = $derived(
    new Map(this.#apps.flatMap(({ key, outputs }) => [...graphicNames(this.#rootsOf(key), addressed(key, outputs))])),
  );
  /** How many are In and seen, by app instance and by the root of a composition. */
  readonly #in = $derived.by(() => this.#countIn());
  /** The sub-compositions of Take Cued, in the order of the tree, from trusted app instances only. */
  readonly cued = $derived([...this.#nodes.values()].filter(({ id }) => this.tally(id) === 'CUED'));

  constructor(clock: ScreenClock, alerts: Alerts, keyboard: KeyboardLayout) {
    super();
    this.#clock = clock;
    this.#alerts = alerts;
    this.#keyboard = keyboard;
    clock.onDraw = () => this.#checkApps();
  }

  get screen(): string {
    return this.#screen;
  }

  get link(): DeskLinkState {
    return this.#link;
  }

  get refused(): string | undefined {
    return this.#refused;
  }

  get apps(): readonly ShownApp[] {
    return this.#apps;
  }
  app(key: string): ShownApp | undefined {
    return this.#apps.find((app) => app.key === key);
  }
  appOf(id: string): ShownApp | undefined {
    return this.app(parseAddress(id).app);
  }
  /** The app instance of the desk's built-in service, which the workshop uses. */
  get own(): ShownApp | undefined {
    return this.#apps.find(({ view }) => view.kind === 'embedded' && view.backup?.inUse !== 'backup');
  }
  /** Alarms are over the picture, notices that stay in the strip at the foot, all others in the header. */
  noticesAt(place: 'picture' | 'foot' | 'header'): Notice[] {
    const others = (stays = false): typeof place => (stays ? 'foot' : 'header');
    return this.notices.filter(({ alarm, stays }) => (alarm ? 'picture' : others(stays)) === place);
  }
  get undoableHere(): UndoableActs {
    return this.undoable[this.screen] ?? { values: null, take: null, panic: null };
  }
  /** Confirmed In and seen, in all trusted app instances. */
  get onAir(): number {
    return this.#apps.reduce((sum, app) => sum + (app.trusted ? app.onAir : 0), 0);
  }

  /** Confirmed In and seen, in the composition of a root. */
  onAirIn(root: string): number {
    return this.trusts(root) ? (this.#in.get(root) ?? 0) : 0;
  }

  node(id: string): ModelItem | undefined {
    return this.#nodes.get(id);
  }

  /** A graphic for people, where its app instance is named beside it. */
  nameIn(id: string): string | undefined {
    return this.#graphicNames.get(id);
  }

  /** A graphic for people; empty for none. */
  nameOf(id: string): string {
    const name = this.nameIn(id) ?? '';
    const app = this.#apps.length > 1 && name !== '' ? this.appOf(id) : undefined;
    return app ? `${app.name}: ${name}` : name;
  }

  /** Where a root is, among several; empty for the only one. */
  placeOf(root: string): string {
    const app = this.appOf(root);
    return [app && this.#apps.length > 1 ? app.name : '', this.placeIn(root)].filter((part) => part !== '').join(': ');
  }

  /** As {@link placeOf}, where the app instance is named beside it. */
  placeIn(root: string): string {
    const app = this.appOf(root);
    const roots = app ? this.#rootsOf(app.key) : [];
    return app && roots.length > 1 ? (rootPlaces(roots, addressed(app.key, app.outputs)).get(root) ?? '') : '';
  }

  #rootsOf(app: string): ModelItem[] {
    return this.model.filter(({ id }) => parseAddress(id).app === app);
  }

  sub(id: string): SubCompositionView | undefined {
    return this.#subs.get(id);
  }

  trusts(id: string): boolean {
    return this.appOf(id)?.trusted ?? false;
  }

  tally(id: string): Tally {
    return this.trusts(id) ? (this.#subs.get(id)?.tally ?? 'UNKNOWN') : 'UNKNOWN';
  }

  /** Confirmed In and seen; stays true while an Out is requested. */
  confirmedOnAir(id: string): boolean {
    return this.trusts(id) && this.#subs.get(id)?.onAir === 'yes';
  }

  /** The view of a cue. Without the desk, the state of a fired cue is unknown. */
  cueView(id: string): CueView {
    const view = this.cues.view(id);
    if (view.state === 'IDLE') return view;
    if (this.#link !== 'open') return { ...view, state: 'UNKNOWN', onAir: 'unknown', due: null };
    if (view.onAir === 'no' && view.state !== 'REQUESTED') return view;
    const targets = this.cues.get(id)?.steps.flatMap((step) => step.targets) ?? [];
    if (targets.every(({ subComposition }) => this.trusts(subComposition))) return view;
    const isOnAir = targets.some(({ subComposition: id, state }) => state === 'In' && this.confirmedOnAir(id));
    return { ...view, state: 'UNKNOWN', onAir: isOnAir && view.onAir === 'yes' ? 'yes' : 'unknown' };
  }

  /** The last refused press for a sub-composition, until a newer press. */
  refusal(id: string): Refusal | undefined {
    return this.#refusals.of(id);
  }

  isMapped(key: string): boolean {
    return this.#mapped.has(key);
  }
  /** What a key does on key-down, else on another press. Of two bindings, the first counts. */
  binding(key: string): KeyBinding | undefined {
    return this.#mapped.get(key);
  }

  /** The key that fires a matching action on key-down; undefined if there is none. */
  keyFor(isMeant: (action: KeyBinding['action']) => boolean): string | undefined {
    return this.keys.find(({ action, press }) => !press && isMeant(action))?.key;
  }

  guardedFor(id: string): GuardedKey | undefined {
    return this.guarded.find(({ key }) => aboutSub(this.binding(key)?.action ?? {}) === id);
  }

  /**
   * Calls the desk for the operator. A failure becomes an alert that begins with `what`, and is returned for callers
   * that also show it elsewhere. Never throws.
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
      this.#alerts.carriedOut(pressOf(request));
      return undefined;
    } catch (thrown) {
      const problem = knownError(thrown);
      this.#failed(what, problem, request);
      return problem;
    }
  }

  /**
   * Has the desk carry out an action; fails as {@link DeskClient.ask} does. `expects`: the shown state of the target.
   */
  do(what: string, action: WrittenAction, expects?: StoredState): Promise<OverlayError | undefined> {
    return this.ask(what, 'do', { action, ...(expects && { expects }) });
  }

  /** As {@link DeskClient.do}, later: the press uses what was shown when it began. */
  later(what: string, action: WrittenAction, expects?: StoredState): () => void {
    return () => void this.do(what, action, expects);
  }

  /** As {@link DeskClient.do}, and waits for the outcome. */
  async doToOutcome(what: string, action: WrittenAction): Promise<void> {
    try {
      const outcome = await this.call('do', { action, wait: true });
      if (outcome && outcome.reason !== '') this.#alerts.raise(`${what}: ${outcome.reason}`);
    } catch (thrown) {
      this.#failed(what, knownError(thrown));
    }
  }

  /** As {@link DeskClient.answer}. Returns the ids of added cues and groups. */
  editRundown(what: string, edit: z.input<typeof RundownEdit>): Promise<string[] | undefined> {
    return this.answer(what, 'editRundown', edit);
  }

  /** As {@link DeskClient.ask}, with the answer; undefined after a failure. */
  async answer<Name extends CallName>(
    what: string,
    name: Name,
    request: CallInput<Name>,
  ): Promise<CallAnswer<Name> | undefined> {
    try {
      return await this.call(name, request);
    } catch (thrown) {
      this.#failed(what, knownError(thrown));
      return undefined;
    }
  }

  /**
   * Calls the desk and returns its answer. `at`: when the cause happened, by `performance.now()`. Throws the desk's
   * refusal, or `desk-gone` without a link.
   */
  async call<Name extends CallName>(name: Name, request: CallInput<Name>, at?: number): Promise<CallAnswer<Name>> {
    if (!this.#client || this.#link !== 'open') throw new OverlayError('desk-gone');
    const tell = (): void => void (isPress(name, request) && this.#alerts.raise(words.notAnswered));
    return answered(this.#client.call(name, request, at), tell);
  }

  /** Calls an endpoint for authors through the desk. Throws the refusal of the service or of the desk. */
  async service<Name extends AuthoringName>(
    endpoint: Name,
    sent: { params: AuthoringParams<Name>; body?: AuthoringBody<Name>; app?: string },
  ): Promise<AuthoringAnswer<Name>> {
    return (await this.serviceAt(endpoint, sent)).answer;
  }

  /**
   * As {@link DeskClient.service}, with the revision read or written; null if the service reports none. With `ifMatch`,
   * throws `changed-meanwhile` if the revision has changed.
   */
  async serviceAt<Name extends AuthoringName>(
    endpoint: Name,
    {
      params,
      ...sent
    }: { params: AuthoringParams<Name>; body?: AuthoringBody<Name>; app?: string; ifMatch?: number | undefined },
  ): Promise<{ answer: AuthoringAnswer<Name>; revision: number | null }> {
    const { answer, revision } = await this.call('service', {
      endpoint,
      params: params as Record<string, string>,
      ...sent,
    });
    return { answer: answer as AuthoringAnswer<Name>, revision };
  }

  /** Sends a key press with its time: this page may have been busy. Only a failure of a mapped key raises an alert. */
  async press(key: string, { repeat, timeStamp }: Pick<KeyboardEvent, 'repeat' | 'timeStamp'>): Promise<void> {
    const action = this.binding(key)?.action;
    const about = action && aboutSub(action);
    if (about !== undefined && !repeat) this.#refusals.drop(about);
    try {
      await this.call('key', { key, repeat }, timeStamp);
      if (action && !repeat) this.#alerts.carriedOut(pressOf(action));
    } catch (thrown) {
      if (action) this.#failed(words.key(this.#keyboard.caption(key)), knownError(thrown), action);
    }
  }

  /** Refuses a mapped key that cannot fire on this screen: here, and in the log. */
  blockKey(key: string, block: KeyBlock): void {
    const action = this.binding(key)?.action;
    const refusal = new OverlayError('press-refused', keyBlocks[block]);
    this.#failed(words.key(this.#keyboard.caption(key)), refusal, action);
    // Without a link, the alert is all that remains.
    void this.call('blockedKey', { key, block }).catch(() => undefined);
  }

  /** Sends with its time that a key came up. `isLost`: whether the key is still down is unknown. */
  async release(key: string, isLost: boolean, at?: number): Promise<void> {
    // A held panic goes on even after its key lost its mapping.
    if (!this.isMapped(key) && !this.guarded.some(({ key: held }) => held === key)) return;
    // Without a link, the desk has released the key already.
    await this.call('keyUp', { key, ...(isLost && { lost: true }) }, at).catch(() => undefined);
  }

  linked(client: LinkClient<DeskApi>, { screen, ...view }: WatchedDesk): void {
    this.#client = client;
    this.#screen = screen;
    this.#link = 'open';
    this.#refused = undefined;
    this.#checkApps();
    this.#subs.clear();
    this.cues.clear();
    this.data.clear();
    this.changed(view);
  }

  changed({ apps, subs, cues, cueViews, sourceViews, sourceAges, linkViews, recorded, ...members }: DeskChange): void {
    if (apps) this.#updateApps(apps);
    this.update(members.model ? { ...members, model: members.model.map(withDistinctTitles) } : members);
    this.data.changed({ sourceViews, sourceAges, linkViews, sources: members.sources, dataLinks: members.dataLinks });
    this.cues.changed({ cues, cueViews, rundowns: members.rundowns });
    if (recorded) this.update({ asRun: withRecorded(this.asRun, recorded) });
    for (const [id, view] of Object.entries(subs ?? {})) this.#subs.set(id, view);
    if (members.model) this.#forgetRemoved(members.model);
  }

  keyRefused({ key, action, error }: KeyRefusal): void {
    this.#failed(words.key(this.#keyboard.caption(key)), errorOf(error), action);
  }

  gone(refused?: string): void {
    this.#link = 'gone';
    this.#refused = refused;
    this.#checkApps();
  }

  #failed(what: string, problem: OverlayError, of: object = {}): void {
    // The armed cue is shown until its guard ends.
    if (problem.code === 'cue-armed') return;
    this.#alerts.raise(`${what}: ${problem.message}`, pressOf(of));
    const about = aboutSub(of);
    if (about === undefined || !isPressRefusal(problem.code)) return;
    this.#refusals.add(about, { at: this.#clock.now, why: problem.message });
  }

  /** Only a connected app instance has a fresh stamp for the clock. */
  #updateApps(views: AppView[]): void {
    const apps = views.map((view) => {
      const { status, confirmedAt } = view.connection;
      const known = this.app(view.key);
      if (status === 'live' && confirmedAt !== null && confirmedAt !== known?.connection.confirmedAt) {
        this.#clock.adjust(confirmedAt);
      }
      known?.update(view);
      return known ?? this.#newApp(view);
    });
    // Every row reads the list: only other apps are another list.
    if (apps.length !== this.#apps.length || apps.some((app, at) => app !== this.#apps[at])) this.#apps = apps;
  }

  #checkApps(): void {
    for (const app of this.#apps) app.check();
  }

  #newApp(view: AppView): ShownApp {
    return new ShownApp(view, {
      clock: this.#clock,
      linked: () => this.#link === 'open',
      onAir: () => this.#in.get(view.key) ?? 0,
      name: () => this.#names.get(view.key),
    });
  }

  /** Removed sub-compositions must not count as on air. */
  #forgetRemoved(model: ModelItem[]): void {
    const present = new Set([...preOrder(model)].map(({ id }) => id));
    for (const id of [...this.#subs.keys()]) if (!present.has(id)) this.#subs.delete(id);
  }

  #countIn(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [id, { state, onAir }] of this.#subs) {
      if (state !== 'In' || onAir === 'hidden') continue;
      const places = [parseAddress(id).app, this.#roots.get(id) ?? id];
      for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return counts;
  }
}

function addressed(app: string, outputs: ShownApp['outputs']): ShownApp['outputs'] {
  return outputs.map((one) => ({ ...one, root: one.root === null ? null : addressOf(app, one.root) }));
}
