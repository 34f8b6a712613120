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
  DeskApi,
  DeskChange,
  DeskView,
  GuardedKey,
  SubCompositionView,
} from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import type { LinkClient } from '../../contract/link/link.ts';
import { parts } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Tally } from '../../contract/model/tally.ts';
import { keyCaption } from '../keys/key-caption.ts';
import type { Alerts } from './alerts.svelte.ts';
import type { Clock } from './clock.svelte.ts';
import { appNames } from './app-names.ts';
import { type Refusal, Refusals } from './refusals.svelte.ts';
import { ShownApp } from './shown-app.svelte.ts';
import { ToldView } from './told-view.svelte.ts';

/** How this screen stands with its desk: `opening` until it first answers or fails to, `gone` while it is not there. */
export type DeskLink = 'opening' | 'open' | 'gone';

type Call = keyof DeskApi['calls'];
type Asked<Name extends Call> = z.infer<DeskApi['calls'][Name]['takes']>;
type Answer<Name extends Call> = z.infer<DeskApi['calls'][Name]['gives']>;

/**
 * The desk as this screen knows it. Each app and each sub-composition is held by itself, so that a change of one redraws one
 * row. Nothing here is a wish: what is shown is what the desk told, and UNKNOWN as soon as that can no longer be trusted.
 */
export class Desk extends ToldView {
  readonly #clock: Clock;
  readonly #alerts: Alerts;
  #client: LinkClient<DeskApi> | undefined;
  #link = $state<DeskLink>('opening');
  #apps = $state.raw<ShownApp[]>([]);
  readonly #subs = new SvelteMap<string, SubCompositionView>();
  readonly #refusals = new Refusals();
  readonly #nodes = $derived(new Map([...preOrder(this.model)].map((node) => [node.id, node])));
  readonly #mapped = $derived(new Map(this.keys.toReversed().map((binding) => [binding.key, binding])));
  readonly #names = $derived(
    appNames(
      this.#apps.map(({ view }) => view),
      this.connections,
    ),
  );
  /** By the key of the app, how many are confirmed to be In. */
  readonly #inByApp = $derived.by(() => this.#countIn());
  readonly #cued = $derived([...this.#nodes.values()].filter(({ id }) => this.tally(id) === 'CUED'));

  constructor(clock: Clock, alerts: Alerts) {
    super();
    this.#clock = clock;
    this.#alerts = alerts;
  }

  get link(): DeskLink {
    return this.#link;
  }

  // Apps.

  /** Every app that the desk controls, in its order. */
  get apps(): readonly ShownApp[] {
    return this.#apps;
  }
  app(key: string): ShownApp | undefined {
    return this.#apps.find((app) => app.key === key);
  }
  /** The app that a sub-composition is in. */
  appOf(id: string): ShownApp | undefined {
    return this.app(parts(id).app);
  }
  /** The app of the service that the desk runs itself, for which compositions are made here. */
  get own(): ShownApp | undefined {
    return this.#apps.find(({ view }) => view.kind === 'embedded' && view.backup?.inUse !== 'backup');
  }
  /** How many sub-compositions are confirmed to be In, in all apps that can be trusted. */
  get onAir(): number {
    return this.#apps.reduce((sum, app) => sum + (app.trusted ? app.onAir : 0), 0);
  }

  // Sub-compositions.

  /** What Take Cued takes, in the order of the tree; nothing of what is not known for certain. */
  get cued(): ModelItem[] {
    return this.#cued;
  }

  /** The structure of a sub-composition. */
  node(id: string): ModelItem | undefined {
    return this.#nodes.get(id);
  }

  /** What a sub-composition holds, as last told. */
  sub(id: string): SubCompositionView | undefined {
    return this.#subs.get(id);
  }

  /** Whether what was told of a sub-composition is what is so. */
  trusts(id: string): boolean {
    return this.appOf(id)?.trusted ?? false;
  }

  tally(id: string): Tally {
    return this.trusts(id) ? (this.#subs.get(id)?.tally ?? 'UNKNOWN') : 'UNKNOWN';
  }

  /** Whether the service confirmed it to be In and this can be trusted: it is on air also while a way out is asked for. */
  confirmedOnAir(id: string): boolean {
    return this.trusts(id) && this.#subs.get(id)?.state === 'In';
  }

  /** The last press here that a guard refused, if nothing newer was asked of it. */
  refusal(id: string): Refusal | undefined {
    return this.#refusals.of(id);
  }

  // Keys.

  isMapped(key: string): boolean {
    return this.#mapped.has(key);
  }
  /** What a key does; the first mapping of a key counts. */
  binding(key: string): KeyBinding | undefined {
    return this.#mapped.get(key);
  }

  /** The key that is held or armed for something of a sub-composition, if one is. */
  guardedFor(id: string): GuardedKey | undefined {
    return this.guarded.find(({ key }) => aboutSub(this.binding(key)?.action ?? {}) === id);
  }

  // What is asked.

  /**
   * Ask the desk for something. What fails is raised as an alert that begins with `what`, and given back for those who
   * have to show it elsewhere too; this never throws.
   */
  async ask<Name extends Call>(what: string, name: Name, request: Asked<Name>): Promise<OverlayError | undefined> {
    const about = aboutSub(request);
    if (about !== undefined) this.#refusals.drop(about);
    try {
      await this.answer(name, request);
      return undefined;
    } catch (thrown) {
      const problem = asOverlayError(thrown);
      this.#failed(what, problem, about);
      return problem;
    }
  }

  /** Ask the desk for an answer. Throws what it refuses with, and `desk-gone` where nobody can be asked. */
  async answer<Name extends Call>(name: Name, request: Asked<Name>): Promise<Answer<Name>> {
    if (!this.#client || this.#link !== 'open') throw new OverlayError('desk-gone');
    try {
      return await this.#client.call(name, request);
    } catch (thrown) {
      throw asOverlayError(thrown);
    }
  }

  /** Call an endpoint for authors through the desk. Throws what the service or the desk answers that refuses it. */
  async service<Name extends AuthoringName>(
    endpoint: Name,
    { params, body }: { params: AuthoringParams<Name>; body?: AuthoringBody<Name> },
  ): Promise<AuthoringAnswer<Name>> {
    const asked = { endpoint, params: params as Record<string, string>, body };
    return (await this.answer('service', asked)) as AuthoringAnswer<Name>;
  }

  /** Hand a key press to the desk. Only where the key is mapped did anything fail that somebody asked for. */
  async press(key: string, repeat: boolean): Promise<void> {
    const action = this.binding(key)?.action;
    const about = action && aboutSub(action);
    if (about !== undefined && !repeat) this.#refusals.drop(about);
    try {
      await this.answer('key', { key, repeat });
    } catch (thrown) {
      if (action) this.#failed(`Key ${keyCaption(key)}`, asOverlayError(thrown), about);
    }
  }

  /** Tell the desk that a key came up. A desk that is gone has let go of it already. */
  async release(key: string): Promise<void> {
    if (this.isMapped(key)) await this.answer('keyUp', { key }).catch(() => undefined);
  }

  // What the link tells.

  linked(client: LinkClient<DeskApi>, view: DeskView): void {
    this.#client = client;
    this.#link = 'open';
    this.#subs.clear();
    this.changed(view);
  }

  changed({ apps, subs, ...members }: DeskChange): void {
    if (apps) this.#hearApps(apps);
    this.tell(members);
    for (const [id, view] of Object.entries(subs ?? {})) this.#subs.set(id, view);
    if (members.model) this.#forgetGone(members.model);
  }

  gone(): void {
    this.#link = 'gone';
  }

  #failed(what: string, problem: OverlayError, about: string | undefined): void {
    this.#alerts.raise(`${what}: ${problem.message}`);
    if (about === undefined || problem.code !== 'press-refused') return;
    this.#refusals.add(about, { at: this.#clock.now, why: problem.message });
  }

  /** Only a live desk stamps moments that have just been: those of a lost one are old. */
  #hearApps(views: AppView[]): void {
    this.#apps = views.map((view) => {
      const { status, confirmedAt } = view.connection;
      const known = this.app(view.key);
      if (status === 'live' && confirmedAt !== null && confirmedAt !== known?.connection.confirmedAt) {
        this.#clock.hear(confirmedAt);
      }
      known?.tell(view);
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

  /** What the model no longer has must not be counted as on air. */
  #forgetGone(model: ModelItem[]): void {
    const present = new Set([...preOrder(model)].map(({ id }) => id));
    for (const id of [...this.#subs.keys()]) if (!present.has(id)) this.#subs.delete(id);
  }

  #countIn(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [id, { state }] of this.#subs) {
      if (state !== 'In') continue;
      const { app } = parts(id);
      counts.set(app, (counts.get(app) ?? 0) + 1);
    }
    return counts;
  }
}

/** The address of the sub-composition that a request or an action is about, if it is about one. */
function aboutSub(of: object): string | undefined {
  if ('subComposition' in of) return String(of.subComposition);
  return 'id' in of ? String(of.id) : undefined;
}
