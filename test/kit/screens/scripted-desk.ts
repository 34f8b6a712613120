import type { Layout } from '../../../contract/desk-api/layout.ts';
import {
  type AppView,
  type AppConnection,
  type DeskApi,
  deskApi,
  type DeskChange,
  type KeyRefusal,
  type DeskView,
  type SubCompositionView,
} from '../../../contract/desk-api/desk-api.ts';
import type { Action } from '../../../contract/actions/actions.ts';
import type { Previewed } from '../../../contract/desk-api/action-outcome.ts';
import { onAirOf } from '../service/evening-news.ts';
import type { ServiceAnswer, ServiceCall } from '../../../contract/desk-api/authoring.ts';
import { asOverlayError, OverlayError } from '../../../contract/errors.ts';
import { type Calls, type Pipe, serveLink } from '../../../contract/link/link.ts';

/** One call that a screen made. An action has its own name in place of `do`, and `expects` beside what it says. */
export interface AskedCall {
  call: string;
  request: unknown;
}

/** A desk that does only what a test says: it tells a view, records what screens ask, and fails where it is told to. */
export class ScriptedDesk {
  view: DeskView;
  /** Every call but `watch` and `preview`, in order. */
  readonly asked: AskedCall[] = [];
  /** The actions whose picture a screen asked for, in order. */
  readonly previewed: Action[] = [];
  /** What the service behind the desk answers to a call for authors. */
  service: (call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer> = () => {
    throw new OverlayError('not-connected');
  };
  /** What a call of this name gives, where that is more than that it was heard. */
  readonly answers = new Map<string, (request: unknown) => unknown>();
  /** Live services confirm their state again and again, until a test says when one did. */
  #beats = true;
  readonly #failing = new Map<string, OverlayError | undefined>();
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #keyboards = new Set<(refusal: KeyRefusal) => void>();

  constructor(view: DeskView) {
    this.view = view;
  }

  /** Serve one screen, over the real link. */
  serve(pipe: Pipe): void {
    const tell = (change: DeskChange): void => emit('changed', change);
    const refuse = (refusal: KeyRefusal): void => emit('keyRefused', refusal);
    const { emit } = serveLink(pipe, deskApi, { calls: this.#calls(tell), knownError: asOverlayError });
    this.#keyboards.add(refuse);
    // A screen believes nothing that is older than some seconds, however long the test takes.
    const beating = setInterval(() => this.#beats && this.beat(), 1_000);
    pipe.onClose(() => {
      clearInterval(beating);
      this.#screens.delete(tell);
      this.#keyboards.delete(refuse);
    });
  }

  /** Tell every screen that this changed, as the desk would: whole members, and of keyed ones only what is named. */
  tell(change: DeskChange): void {
    const { subs, cues, cueViews, sourceViews, sourceAges, linkViews } = this.view;
    this.view = {
      ...this.view,
      ...change,
      subs: { ...subs, ...change.subs },
      cues: { ...cues, ...change.cues },
      cueViews: { ...cueViews, ...change.cueViews },
      sourceViews: { ...sourceViews, ...change.sourceViews },
      sourceAges: { ...sourceAges, ...change.sourceAges },
      linkViews: { ...linkViews, ...change.linkViews },
    } as DeskView;
    for (const tell of this.#screens) tell(change);
  }

  /** Tell the screen that a key of it was refused when it fired. */
  refuseKey(refusal: KeyRefusal): void {
    for (const tell of this.#keyboards) tell(refusal);
  }

  /** Tell that something of one sub-composition changed. */
  tellSub(id: string, change: Partial<SubCompositionView>): void {
    const present = this.view.subs[id];
    if (!present) throw new Error(`The scripted show has no ${id}.`);
    const view = { ...present, ...change };
    this.tell({ subs: { [id]: { ...view, onAir: onAirOf(view) } } });
  }

  /** Tell that something of one app changed: the first, unless `key` names another. */
  tellApp(change: Partial<AppView>, key = this.view.apps[0]?.key): void {
    if (!this.view.apps.some((app) => app.key === key)) throw new Error(`The scripted desk has no app ${key}.`);
    this.tell({ apps: this.view.apps.map((app) => (app.key === key ? { ...app, ...change } : app)) });
  }

  /** Tell that an app stands otherwise with its service: the first, unless `key` names another. */
  tellConnection(change: Partial<AppConnection>, key = this.view.apps[0]?.key): void {
    if (change.confirmedAt !== undefined) this.#beats = false;
    const app = this.view.apps.find((one) => one.key === key);
    if (app) this.tellApp({ connection: { ...app.connection, ...change } }, key);
  }

  /** Tell that every live service confirmed something just now, as a live desk does with each beat. */
  beat(): void {
    const confirmed = ({ connection }: AppView): AppConnection =>
      connection.status === 'live' ? { ...connection, confirmedAt: Date.now() } : connection;
    this.tell({ apps: this.view.apps.map((app) => ({ ...app, connection: confirmed(app) })) });
  }

  /** From now on this call fails so, or works again. */
  fail(call: string, error: OverlayError | undefined): void {
    this.#failing.set(call, error);
  }

  /** What was asked by calls of this name. */
  requests(call: string): unknown[] {
    return this.asked.filter((asked) => asked.call === call).map(({ request }) => request);
  }

  #calls(tell: (change: DeskChange) => void): Calls<DeskApi> {
    const record =
      <Answer>(call: string, answer: Answer) =>
      (request: unknown): Answer => {
        this.asked.push({ call, request });
        const error = this.#failing.get(call);
        if (error) throw error;
        return (this.answers.get(call)?.(request) as Answer | undefined) ?? answer;
      };
    const told = Object.keys(deskApi.calls).map((call) => [call, record(call, null)]);
    return {
      ...(Object.fromEntries(told) as Calls<DeskApi>),
      do: ({ action: { do: name, ...action }, expects }) =>
        record(name, null)({ ...action, ...(expects && { expects }) }),
      // A screen asks this by itself, again and again.
      preview: (request) => {
        this.previewed.push(request.action);
        return (this.answers.get('preview')?.(request) ?? []) as Previewed;
      },
      // A screen asks this once by itself.
      readLayout: () => (this.answers.get('readLayout')?.({}) ?? { sides: {}, folded: [] }) as Layout,
      key: record('key', true),
      reportError: record('reportError', { id: 'f00d' }),
      service: (call) => {
        record('service', null)(call);
        return this.service(call);
      },
      watch: () => {
        this.#screens.add(tell);
        return { ...this.view, screen: 'Screen 1' };
      },
    };
  }
}
