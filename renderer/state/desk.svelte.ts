import { SvelteMap } from 'svelte/reactivity';
import type { z } from 'zod';
import type {
  AsRunLine,
  Connection,
  DeskApi,
  DeskChange,
  DeskView,
  Notice,
  OutputView,
  SubCompositionView,
} from '../../contract/desk-api/desk-api.ts';
import type {
  AuthoringAnswer,
  AuthoringBody,
  AuthoringName,
  AuthoringParams,
} from '../../contract/desk-api/authoring.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import type { LinkClient } from '../../contract/link/link.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Tally } from '../../contract/model/tally.ts';
import { keyCaption } from '../keys/key-caption.ts';
import type { Alerts } from './alerts.svelte.ts';
import type { Clock } from './clock.svelte.ts';

/** How this screen stands with its desk: `opening` until it first answers or fails to, `gone` while it is not there. */
export type DeskLink = 'opening' | 'open' | 'gone';

/** After this long (ms) without a confirmed answer nothing on the screen is believed, whatever was said before. */
export const believedFor = 5_000;

type Call = keyof DeskApi['calls'];
type Asked<Name extends Call> = z.infer<DeskApi['calls'][Name]['takes']>;

/**
 * The desk as this screen knows it. Each sub-composition is held by itself, so that a change of one redraws one row.
 * Nothing here is a wish: what is shown is what the desk told, and UNKNOWN as soon as that can no longer be trusted.
 */
export class Desk {
  readonly #clock: Clock;
  readonly #alerts: Alerts;
  #client: LinkClient<DeskApi> | undefined;
  #link = $state<DeskLink>('opening');
  #connection = $state.raw<Connection>({ status: 'connecting', reason: '', service: '', confirmedAt: null });
  #app = $state.raw<DeskView['app']>(null);
  #model = $state.raw<ModelItem[]>([]);
  #keys = $state.raw<KeyBinding[]>([]);
  #notices = $state.raw<Notice[]>([]);
  #outputs = $state.raw<OutputView[] | null>(null);
  #asRun = $state.raw<AsRunLine[]>([]);
  readonly #subs = new SvelteMap<string, SubCompositionView>();
  readonly #nodes = $derived(new Map([...preOrder(this.#model)].map((node) => [node.id, node])));
  readonly #mapped = $derived(new Set(this.#keys.map(({ key }) => key)));
  readonly #trusted = $derived(this.#link === 'open' && this.#connection.status === 'live' && !this.#silent());
  readonly #onAir = $derived(this.#count((view) => view.state === 'In'));
  readonly #cued = $derived([...this.#nodes.values()].filter(({ id }) => this.#subs.get(id)?.tally === 'CUED'));

  constructor(clock: Clock, alerts: Alerts) {
    this.#clock = clock;
    this.#alerts = alerts;
  }

  get link(): DeskLink {
    return this.#link;
  }
  get connection(): Connection {
    return this.#connection;
  }
  get app(): DeskView['app'] {
    return this.#app;
  }
  get model(): ModelItem[] {
    return this.#model;
  }
  get keys(): KeyBinding[] {
    return this.#keys;
  }
  get notices(): Notice[] {
    return this.#notices;
  }
  /** Every page that draws the show; null while nobody tells of them. */
  get outputs(): OutputView[] | null {
    return this.#outputs;
  }
  /** The last operations, newest first. */
  get asRun(): AsRunLine[] {
    return this.#asRun;
  }

  /** True while what the desk told is what is so: linked, live, and confirmed within {@link believedFor}. */
  get trusted(): boolean {
    return this.#trusted;
  }
  /** How many sub-compositions the service confirmed to be In. */
  get onAir(): number {
    return this.#onAir;
  }
  /** What Take Cued takes, in the order of the tree. */
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

  tally(id: string): Tally {
    return this.#trusted ? (this.#subs.get(id)?.tally ?? 'UNKNOWN') : 'UNKNOWN';
  }

  /** Whether the service confirmed it to be In and this can be trusted: it is on air also while a way out is asked for. */
  confirmedOnAir(id: string): boolean {
    return this.#trusted && this.#subs.get(id)?.state === 'In';
  }

  /** Milliseconds since the service last confirmed anything; null for never. */
  get age(): number | null {
    const { confirmedAt } = this.#connection;
    return confirmedAt === null ? null : Math.max(0, this.#clock.now - confirmedAt);
  }

  isMapped(key: string): boolean {
    return this.#mapped.has(key);
  }

  /**
   * Ask the desk for something. What fails is raised as an alert that begins with `what`, and given back for those who
   * have to show it elsewhere too; this never throws.
   */
  async ask<Name extends Call>(what: string, name: Name, request: Asked<Name>): Promise<OverlayError | undefined> {
    const problem = await this.#call(name, request);
    if (problem) this.#alerts.raise(`${what}: ${problem.message}`);
    return problem;
  }

  /** Call an endpoint for authors through the desk. Throws what the service or the desk answers that refuses it. */
  async service<Name extends AuthoringName>(
    endpoint: Name,
    { params, body }: { params: AuthoringParams<Name>; body?: AuthoringBody<Name> },
  ): Promise<AuthoringAnswer<Name>> {
    if (!this.#client || this.#link !== 'open') throw new OverlayError('desk-gone');
    const asked = { endpoint, params: params as Record<string, string>, body };
    return (await this.#client.call('service', asked)) as AuthoringAnswer<Name>;
  }

  /** Hand a key press to the desk. Only where the key is mapped did anything fail that somebody asked for. */
  async press(key: string, repeat: boolean): Promise<void> {
    const problem = await this.#call('key', { key, repeat });
    if (problem && this.isMapped(key)) this.#alerts.raise(`Key ${keyCaption(key)}: ${problem.message}`);
  }

  // What the link tells.

  linked(client: LinkClient<DeskApi>, view: DeskView): void {
    this.#client = client;
    this.#link = 'open';
    this.#subs.clear();
    this.changed(view);
  }

  changed(change: DeskChange): void {
    if (change.connection) this.#hearConnection(change.connection);
    if (change.app !== undefined) this.#app = change.app;
    if (change.keys) this.#keys = change.keys;
    if (change.notices) this.#notices = change.notices;
    if (change.outputs !== undefined) this.#outputs = change.outputs;
    if (change.asRun) this.#asRun = change.asRun;
    for (const [id, view] of Object.entries(change.subs ?? {})) this.#subs.set(id, view);
    if (change.model) this.#adoptModel(change.model);
  }

  gone(): void {
    this.#link = 'gone';
  }

  async #call<Name extends Call>(name: Name, request: Asked<Name>): Promise<OverlayError | undefined> {
    if (!this.#client || this.#link !== 'open') return new OverlayError('desk-gone');
    try {
      await this.#client.call(name, request);
      return undefined;
    } catch (thrown) {
      return asOverlayError(thrown);
    }
  }

  /** Only a live desk stamps moments that have just been: those of a lost one are old. */
  #hearConnection(connection: Connection): void {
    const { status, confirmedAt } = connection;
    if (status === 'live' && confirmedAt !== null && confirmedAt !== this.#connection.confirmedAt) {
      this.#clock.hear(confirmedAt);
    }
    this.#connection = connection;
  }

  /** What the model no longer has must not be counted as on air. */
  #adoptModel(model: ModelItem[]): void {
    this.#model = model;
    const present = new Set([...preOrder(model)].map(({ id }) => id));
    for (const id of [...this.#subs.keys()]) if (!present.has(id)) this.#subs.delete(id);
  }

  #silent(): boolean {
    return this.age !== null && this.age > believedFor;
  }

  #count(counts: (view: SubCompositionView) => boolean): number {
    let count = 0;
    for (const view of this.#subs.values()) if (counts(view)) count++;
    return count;
  }
}
