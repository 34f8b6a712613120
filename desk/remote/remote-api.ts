import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { texts } from '../../contract/texts/texts.ts';
import { captions } from '../../contract/words/words.ts';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { ActionOutcome } from '../../contract/desk-api/action-outcome.ts';
import {
  carryOutAction,
  deskEndpoints,
  DeskState,
  type DeskFrame,
  oldestPress,
  liveStatePath,
  putRundown,
  putSource,
} from '../../contract/desk-api/http-api.ts';
import type { RemoteClient, RemoteRight } from '../../contract/desk-api/remote.ts';
import type { SourceView } from '../../contract/desk-api/source.ts';
import type { DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';
import { type IngestReport, mostIngestedBytes } from '../../contract/desk-api/ingest.ts';
import { errorIn, errorTable, OverlayError, type KnownError } from '../../contract/errors.ts';
import { errorName } from '../../contract/service-api/common.ts';
import type { Cause } from '../app/presses.ts';
import { usualDataLimits } from '../live-data/tables/data-limits.ts';
import type { IngestedFile } from '../cues/ingest/ingest.ts';
import type { Pressed } from '../operate/carry-out.ts';
import { outcomeOf, type Sent } from '../operate/sent.ts';
import type { RemoteAnswer, RemoteHandlers, RemoteReader, RemoteRequest } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Admission, RemoteClients } from './remote-clients.ts';
import { type NamedShow, ShowNames } from './show-names.ts';

/** Maximum bytes of an action, and of a source text. */
const mostOfAction = 65_536;
const mostOfSource = usualDataLimits.bytes;

const statusOf = {
  confirmed: 200,
  done: 200,
  waiting: 202,
  replaced: 409,
  failed: 502,
  unknown: 504,
} as const satisfies Record<ActionOutcome['result'], number>;

const timeEach = 2_000;

export interface RemoteDesk {
  knownError: KnownError;
  /** Throws if nothing was sent. */
  carryOut(pressed: Pressed, cause: Cause): Sent[];
  /** Throws `show-locked` while the show is locked. */
  ingest(file: IngestedFile): Promise<{ rundown: string; report: IngestReport }>;
  /** `source`: id or name. Resolves when the text was read; rejects with `call-invalid`. */
  push(source: string, bytes: Uint8Array): Promise<SourceView>;
  undoableBy(client: string): DeskState['undoable'];
  show(): NamedShow;
  /** Returns the complete state now, and calls back with later changes until `leave`. */
  watch(told: (change: DeskChange) => void): { state: DeskView; leave(): void };
}

export class RemoteApi implements RemoteHandlers {
  readonly #clock: Clock;
  readonly #clients: RemoteClients;
  readonly #desk: RemoteDesk;
  /** API times count from a date, so that times of another run of the desk are recognised. */
  readonly #start: number;

  constructor(clock: Clock, clients: RemoteClients, desk: RemoteDesk) {
    [this.#clock, this.#clients, this.#desk] = [clock, clients, desk];
    this.#start = clock.now() - clock.monotonic();
  }

  /** Never throws. */
  async answer(request: RemoteRequest): Promise<RemoteAnswer> {
    try {
      const found = endpointAt(request);
      if (found === undefined) throw missing(request);
      if ('headers' in found) return found;
      const client = this.#admit(request, { right: found.right, isPanic: found.endpoint === carryOutAction });
      return await this.#carryOut(found, request, client);
    } catch (thrown) {
      return errorAnswer(this.#desk.knownError(thrown));
    }
  }

  open(request: RemoteRequest): { client: string; serve(reader: RemoteReader): () => void } | RemoteAnswer {
    try {
      if (new URL(request.target, 'http://desk.invalid').pathname !== liveStatePath) throw missing(request);
      const client = this.#admit(request, { right: 'watch' });
      return { client: client.id, serve: (reader) => this.#serve(reader, client) };
    } catch (thrown) {
      return errorAnswer(this.#desk.knownError(thrown));
    }
  }

  #serve(reader: RemoteReader, client: RemoteClient): () => void {
    const send = (frame: DeskFrame): void => reader.send(JSON.stringify(frame));
    const { state, leave } = this.#desk.watch((whole) => {
      const { undoable } = whole;
      const change = { ...shownOf(whole), ...(undoable && { undoable: this.#desk.undoableBy(client.name) }) };
      if (Object.keys(change).length > 0) send({ type: 'change', change });
    });
    send({ type: 'state', state: this.#stateFor(client, state) });
    let callOff: () => void;
    const tellTime = (): void => {
      send({ type: 'time', time: this.#time() });
      callOff = this.#clock.after(timeEach, tellTime);
    };
    tellTime();
    return () => {
      callOff();
      leave();
    };
  }

  #stateFor({ name }: RemoteClient, state: DeskView): DeskState {
    return { ...shownOf(state), undoable: this.#desk.undoableBy(name) } as DeskState;
  }

  #time(): number {
    return this.#start + this.#clock.monotonic();
  }

  #admit(request: RemoteRequest, asked: Pick<Admission, 'right' | 'isPanic'>): RemoteClient {
    const { origin, authorization, address, admitted } = request;
    // A web page in a browser must not control the desk, whatever it knows.
    if (origin !== undefined || isRebound(request)) throw new OverlayError('origin-refused', texts.remote.noBrowsers);
    const client = this.#clients.admit({ token: tokenIn(authorization), address, ...asked });
    admitted();
    return client;
  }

  async #carryOut(found: FoundEndpoint, waiting: RemoteRequest, client: RemoteClient): Promise<RemoteAnswer> {
    const { endpoint, params, right } = found;
    const body: RemoteRequest['body'] = async (most) => {
      const bytes = await waiting.body(most);
      // While the body arrived, the client may have been removed or given another token.
      this.#clients.checkStill({ token: tokenIn(waiting.authorization), address: waiting.address, right });
      return bytes;
    };
    const request = { ...waiting, body };
    if (endpoint === carryOutAction) return this.#act(request, client);
    if (endpoint === putRundown) {
      const { file, into = null } = checked(putRundown.params, params);
      const bytes = await request.body(mostIngestedBytes);
      this.#clients.checkTrigger(client, { do: 'import' });
      return answered(200, await this.#desk.ingest({ name: file, into, bytes }));
    }
    if (endpoint === putSource) {
      const { source } = checked(putSource.params, params);
      const bytes = await request.body(mostOfSource);
      this.#clients.checkTrigger(client, { do: 'push' });
      const view = await this.#desk.push(source, bytes);
      if (view.error !== '') throw new OverlayError('call-invalid', view.error);
      return answered(200, view);
    }
    const { state, leave } = this.#desk.watch(() => undefined);
    leave();
    return answered(200, this.#stateFor(client, state));
  }

  async #act(request: RemoteRequest, client: RemoteClient): Promise<RemoteAnswer> {
    const { action, expects, ...pressed } = await this.#action(request, client);
    const cause: Cause = { trigger: { kind: 'api', detail: client.name }, age: this.#age(pressed, request) };
    const outcome = await outcomeOf(this.#desk.carryOut({ action, expects }, cause));
    return answered(statusOf[outcome.result], outcome);
  }

  /** The age of a press (ms), including transit and the wait for its body. */
  #age({ age, at }: { age: number; at?: number | undefined }, request: RemoteRequest): number {
    const told = age + this.#clock.monotonic() - request.at;
    if (at === undefined) return told;
    const passed = this.#time() - at;
    // A future time comes from another run of the desk, before its clock was set back.
    return passed < 0 ? oldestPress : Math.min(oldestPress, Math.max(told, passed));
  }

  /** Everything but a panic counts for the rate limit, including unreadable bodies. */
  async #action(request: RemoteRequest, client: RemoteClient): Promise<z.infer<typeof carryOutAction.body>> {
    const clients = this.#clients;
    let read;
    try {
      const written = parsedJson(await request.body(mostOfAction));
      read = checked(carryOutAction.body, this.#withIds(written));
    } catch (error) {
      clients.count(client);
      throw error;
    }
    if (read.action.do !== 'panic') clients.count(client);
    clients.checkTrigger(client, read.action);
    return read;
  }

  #withIds(press: unknown): unknown {
    const written = AnyPress.safeParse(press).data;
    return written ? { ...written, action: new ShowNames(this.#desk.show()).withIds(written.action) } : press;
  }
}

const AnyPress = z.looseObject({ action: z.record(z.string(), z.unknown()) });

type FoundEndpoint = {
  endpoint: (typeof deskEndpoints)[number]['endpoint'];
  params: Record<string, string>;
  right: RemoteRight;
};

function endpointAt({ method, target }: RemoteRequest): FoundEndpoint | RemoteAnswer | undefined {
  const url = URL.parse(target, 'http://desk.invalid');
  if (!url) return undefined;
  if (url.pathname === liveStatePath)
    return errorAnswer(new OverlayError('upgrade-required'), { upgrade: 'websocket' });
  for (const { endpoint, right } of deskEndpoints) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(url.pathname);
    if (!match) continue;
    if (method !== endpoint.method) {
      return errorAnswer(new OverlayError('method-not-allowed'), { allow: endpoint.method });
    }
    const inPath = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]);
    return { endpoint, right, params: Object.fromEntries([...url.searchParams, ...inPath]) as Record<string, string> };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign is a part of the name.
    return part;
  }
}

/**
 * DNS rebinding: a page whose name now means this machine sends no `Origin` with its reads, but its name. Names of this
 * machine without a dot, and all names in the network, are let in.
 */
function isRebound({ address, host = '' }: RemoteRequest): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address) && isIP(name) === 0 && name.includes('.');
}

function tokenIn(authorization = ''): string {
  const token = /^Bearer (\S{1,200})$/i.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw new OverlayError('unauthorized', texts.remote.tokenMissing);
}

function missing({ method, target }: RemoteRequest): OverlayError {
  return new OverlayError('route-unknown', texts.remote.nothingAt(method, target.slice(0, 200)));
}

const stateNames = Object.keys(DeskState.omit({ undoable: true, apps: true }).shape) as Exclude<
  keyof DeskState,
  'undoable' | 'apps'
>[];

/** Clients get only the members of {@link DeskState}, not those for screens. */
function shownOf(change: DeskChange): Partial<Omit<DeskState, 'undoable'>> {
  const { apps } = change;
  const shown = Object.fromEntries(stateNames.flatMap((name) => (name in change ? [[name, change[name]]] : [])));
  return { ...shown, ...(apps && { apps: DeskState.shape.apps.parse(apps) }) };
}

/** Without a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new OverlayError('body-not-json', texts.remote.noJson(errorIn(error).message));
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const details = schemaProblems(read.error.issues);
  throw new OverlayError('call-invalid', captions.callRefused(inShort(details)), details);
}

function answered(status: number, body: unknown): RemoteAnswer {
  return { status, headers: {}, body: JSON.stringify(body) };
}

/** Errors use the shape and header of service errors, with the code also in the body. */
function errorAnswer({ code, message, details, retryAfter }: OverlayError, further = {}): RemoteAnswer {
  const status = errorTable[code].status ?? 500;
  const headers = {
    [errorName]: code,
    ...further,
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  const error = { message, code: status, name: code, ...(details.length > 0 && { details }) };
  return { status, headers, body: JSON.stringify({ error }) };
}
