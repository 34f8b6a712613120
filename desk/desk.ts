import { type AsRunLine, deskApi, DeskView, type Notice, type Trigger } from '../contract/desk-api/desk-api.ts';
import type { KeyAction } from '../contract/desk-api/key-binding.ts';
import { errorTable, OverlayError } from '../contract/errors.ts';
import { type Calls, type Pipe, serveLink } from '../contract/link/link.ts';
import type { AnimationAction, AnimationState } from '../contract/model/animation-state.ts';
import { updateControl } from '../contract/service-api/controlapps.ts';
import type { Endpoint } from '../contract/service-api/endpoint.ts';
import type { LiveFrame, OutputsFrame, ReadyLine } from '../contract/service-api/live-channel.ts';
import { type AuthoringRequest, callService } from './authoring/authoring.ts';
import { fireRequest, takeRequest, timeRequest, valuesRequest } from './cues/request.ts';
import { Screens } from './feedback/screens.ts';
import { defaultKeys, KeyMap, keyProblems } from './mapping/key-map.ts';
import type { DeskPorts } from './ports.ts';
import { EmbeddedService } from './service-client/embedded-service.ts';
import { Lane } from './service-client/lane.ts';
import { LiveLink } from './service-client/live-link.ts';
import { type Call, call } from './service-client/service-client.ts';
import { asRunLine } from './show/as-run.ts';
import { loadSettings, saveKeys } from './show/settings.ts';
import { DeskState } from './state/desk-state.ts';
import { melt, type Operation, type OperationItem, type Outcome, type Request } from '../contract/model/operation.ts';

/** A running desk. */
export interface Desk {
  /** Serve one screen on a pipe until the pipe closes. */
  serve(pipe: Pipe): void;
  /** End the embedded service and every connection; resolves when all is down. */
  close(): Promise<void>;
}

/** How many as-run lines screens are shown; the log keeps them all. */
const asRunShown = 50;

/** Open the desk: it starts the embedded service, connects to it, and serves screens. */
export function openDesk(ports: DeskPorts): Desk {
  return new OpenDesk(ports);
}

/** Wires the parts; each part knows only what it is handed here. */
class OpenDesk implements Desk {
  readonly #ports: DeskPorts;
  readonly #state = new DeskState();
  readonly #screens: Screens;
  readonly #lane: Lane;
  readonly #service: EmbeddedService;
  #live: LiveLink | undefined;
  /** Where operations go; undefined until the embedded service said so. */
  #target: { base: string; token: string } | undefined;
  #keys = new KeyMap([]);
  #mapped: boolean;
  /** What the operator must know whatever the show is. */
  readonly #warnings: string[];
  #asRun: AsRunLine[] = [];

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    const { keys, problems } = loadSettings(ports.settings);
    this.#mapped = keys !== undefined;
    this.#keys = new KeyMap(keys ?? []);
    this.#warnings = problems;
    this.#screens = new Screens({ view: (id) => this.#state.view(id), member: (name) => this.#member(name) });
    this.#lane = new Lane({
      clock: ports.clock,
      send: (items, how) => this.#send(items, how),
      settle: (operation, outcome) => this.#settle(operation, outcome),
    });
    this.#service = new EmbeddedService({
      clock: ports.clock,
      launch: ports.launchService,
      onReady: (ready) => this.#connect(ready),
      onEnded: (lastWords) => {
        this.#live?.close();
        this.#lose(`${errorTable['service-lost'].operator} ${lastWords}`.trim());
      },
    });
  }

  serve(pipe: Pipe): void {
    let leave = (): void => {};
    const calls: Calls<typeof deskApi> = {
      ...this.#calls,
      watch: () => {
        leave();
        leave = this.#screens.add((change) => tell('changed', change));
        return this.#view();
      },
    };
    const tell = serveLink(pipe, deskApi, calls);
    pipe.onClose(() => leave());
  }

  async close(): Promise<void> {
    this.#live?.close();
    this.#lane.cut(new OverlayError('service-lost'));
    await this.#service.close();
  }

  // What screens and keys ask for.

  readonly #calls: Omit<Calls<typeof deskApi>, 'watch'> = {
    stage: ({ id, field, value }) => {
      const edit = this.#state.canonical(id, { field, value }, this.#ports.clock.now());
      if (this.#state.held(id).fields.get(field)?.immediateUpdate) this.#operate(valuesRequest(id, edit), onScreen);
      else this.#state.stage(id, edit);
      this.#screens.changedSubs([id]);
      return null;
    },
    discard: ({ id }) => {
      this.#state.discard(id);
      this.#screens.changedSubs([id]);
      return null;
    },
    update: ({ id }) => {
      const staged = this.#state.staged(id);
      if (Object.keys(staged).length > 0) this.#operate(valuesRequest(id, staged), onScreen);
      return null;
    },
    take: ({ id, to, action }) => this.#take([id], { to, action }, onScreen),
    cue: ({ id, cued }) => {
      this.#state.cue(id, cued);
      this.#screens.changedSubs([id]);
      return null;
    },
    takeCued: () => this.#take(this.#state.cued, { to: 'In', action: 'play' }, onScreen),
    fire: ({ id, field }) => this.#operate(fireRequest(id, field), onScreen),
    time: ({ id, field, command }) => this.#operate(timeRequest(id, field, command), onScreen),
    key: ({ key, repeat }) => {
      const action = this.#keys.action(key);
      if (action && !repeat) this.#press(action, { kind: 'key', detail: key });
      return action !== undefined;
    },
    service: (asked) => {
      const base = this.#target?.base;
      if (base === undefined) throw new OverlayError('not-connected');
      const { clock, account, connection } = this.#ports;
      const app = (): number | undefined => this.#state.confirmed.app?.id;
      const send = async (request: AuthoringRequest): Promise<unknown> =>
        (await call(connection, { base, ...request } as Call<Endpoint>)).answer;
      return callService({ clock, account, app, send }, asked);
    },
  };

  #press(action: KeyAction, trigger: Trigger): null {
    switch (action.do) {
      case 'take':
        return this.#take([action.subComposition], action, trigger);
      case 'fire':
        return this.#operate(fireRequest(action.subComposition, action.field), trigger);
      case 'takeCued':
        return this.#take(this.#state.cued, { to: 'In', action: 'play' }, trigger);
    }
  }

  #take(ids: string[], take: { to: AnimationState; action: AnimationAction }, trigger: Trigger): null {
    if (ids.length === 0) throw new OverlayError('call-invalid', 'Nothing is cued.');
    const targets = ids.map((id) => ({ id, staged: this.#state.staged(id) }));
    return this.#operate(takeRequest(targets, take), trigger);
  }

  /** One request goes its way: shown as requested at once, sent at once, or failed at once where nothing is connected. */
  #operate(request: Request, trigger: Trigger): null {
    for (const { subCompositionId } of request.items) this.#state.held(subCompositionId);
    const { now, monotonic } = this.#ports.clock;
    const operation: Operation = { ...request, trigger, at: now(), start: monotonic() };
    this.#screens.changedSubs(request.items.map((item) => item.subCompositionId));
    if (this.#state.connection.status !== 'live') {
      const error = new OverlayError('not-connected');
      this.#state.begin(operation);
      this.#settle(operation, { result: 'failed', error });
      throw error;
    }
    const [first] = request.items;
    const waiting = request.kind === 'values' && first ? this.#lane.waitingValues(first.subCompositionId) : undefined;
    if (waiting) melt(waiting, request);
    this.#state.begin(waiting ?? operation);
    if (!waiting) this.#lane.push(operation);
    return null;
  }

  async #send(items: OperationItem[], how: { signal: AbortSignal; onSent: () => void }): Promise<number> {
    if (!this.#target) throw new OverlayError('not-connected');
    const { base, token } = this.#target;
    const asked = { base, endpoint: updateControl, params: { appToken: token }, body: items, ...how };
    const { revision } = await call(this.#ports.connection, asked);
    return revision ?? this.#state.confirmed.revision;
  }

  #settle(operation: Operation, outcome: Outcome): void {
    this.#state.settle(operation, outcome);
    const name = (id: string): string => this.#state.confirmed.get(id)?.item.name ?? id;
    const line = asRunLine(operation, outcome, { ended: this.#ports.clock.monotonic(), name });
    this.#ports.asRunLog
      .append(line)
      .catch((error: unknown) => this.#warn(`The as-run log is not written: ${(error as Error).message}`));
    this.#asRun = [line, ...this.#asRun].slice(0, asRunShown);
    this.#screens.changedSubs(operation.items.map((item) => item.subCompositionId));
    this.#screens.changed('asRun');
  }

  // What the service says.

  #connect({ url, apps }: ReadyLine): void {
    const [app] = apps;
    if (!app) return this.#lose('The service has no show.');
    this.#target = { base: url, token: app.token };
    this.#state.connection.service = url;
    this.#live?.close();
    this.#live = new LiveLink(url, app.token, {
      clock: this.#ports.clock,
      connection: this.#ports.connection,
      random: Math.random,
      revision: () => this.#state.confirmed.revision,
      onFrame: (frame) => this.#hear(frame),
      onLost: (reason) => this.#lose(reason),
    });
  }

  #hear(frame: LiveFrame): void {
    if (frame.type === 'outputs') return this.#hearOutputs(frame);
    const touched = this.#state.hear(frame);
    if (touched === undefined) return this.#live?.restart();
    if (frame.type === 'snapshot') {
      this.#mapFirstShow();
      this.#screens.changed('app', 'model', 'keys', 'notices');
    }
    if (frame.type === 'snapshot' || this.#state.connection.status !== 'live') this.#screens.changed('subs');
    else this.#screens.changedSubs(touched);
    const confirmedAt = this.#ports.clock.now();
    this.#state.connection = { ...this.#state.connection, status: 'live', reason: '', confirmedAt };
    this.#screens.changed('connection');
  }

  #hearOutputs({ outputs }: OutputsFrame): void {
    const { revision } = this.#state.confirmed;
    this.#state.outputs.hear(outputs, { now: this.#ports.clock.monotonic(), revision });
    this.#screens.changed('outputs', 'notices');
  }

  #mapFirstShow(): void {
    if (this.#mapped) return;
    this.#mapped = true;
    const keys = defaultKeys(this.#state.confirmed.model);
    this.#keys = new KeyMap(keys);
    saveKeys(this.#ports.settings, keys);
  }

  #lose(reason: string): void {
    this.#state.connection = { ...this.#state.connection, status: 'lost', reason };
    this.#state.outputs.lose();
    this.#lane.cut(new OverlayError('service-lost'));
    this.#screens.changed('connection', 'subs', 'outputs', 'notices');
  }

  #member<Name extends keyof DeskView>(name: Name): DeskView[Name] {
    const { confirmed, connection } = this.#state;
    const members: { [Member in keyof DeskView]: () => DeskView[Member] } = {
      connection: () => connection,
      app: () => confirmed.app,
      model: () => confirmed.model,
      subs: () => Object.fromEntries([...confirmed.ids].map((id) => [id, this.#state.view(id)])),
      keys: () => [...this.#keys.bindings],
      notices: () => this.#notices(),
      outputs: () => this.#state.outputs.list,
      asRun: () => this.#asRun,
    };
    return members[name]();
  }

  #view(): DeskView {
    const names = Object.keys(DeskView.shape) as (keyof DeskView)[];
    return Object.fromEntries(names.map((name) => [name, this.#member(name)])) as DeskView;
  }

  #warn(text: string): void {
    if (this.#warnings.includes(text)) return;
    this.#warnings.push(text);
    this.#screens.changed('notices');
  }

  #notices(): Notice[] {
    const { confirmed, outputs } = this.#state;
    const ofKeys = keyProblems(this.#keys.bindings, confirmed.model);
    const texts = new Set([...outputs.problems(confirmed.model.length > 0), ...this.#warnings, ...ofKeys]);
    return [...texts].map((text) => ({ id: text, text }));
  }
}

const onScreen: Trigger = { kind: 'screen', detail: '' };
