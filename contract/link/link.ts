import { z } from 'zod';
import { type ErrorCode, errorTable, OverlayError } from '../errors.ts';
import { parsedJson } from '../json-text.ts';
import { CallerClock } from './caller-clock.ts';

/**
 * The link: calls one way, answers and events the other way, over any pipe of text (an Electron port, a WebSocket). It
 * knows no call by name; a {@link LinkContract} defines them.
 */
export interface Pipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
  onClose(handler: () => void): void;
}

/** A press that is older than this (ms) when it arrives is not carried out any more. */
export const tooOld = 2_000;
/** How often a caller is asked for the time of its clock (ms). */
const askEach = 5_000;

/** Calls by name, with the schemas of their input and output, and events with the schemas of their data. */
export interface LinkContract {
  calls: Record<string, { takes: z.ZodType; gives: z.ZodType }>;
  events: Record<string, z.ZodType>;
}

/** What is known of a call besides its request. */
export interface CallFacts {
  /** How long ago its cause happened (ms), because a pipe, or an end of it, may have held it up. 0 if nobody can tell. */
  age: number;
  /** When its cause happened by the clock of the caller (ms): how far two causes of one caller lie apart. Undefined if that did not say. */
  at?: number | undefined;
}

/** What is known of a call that nobody says more of. */
export const justNow: CallFacts = { age: 0 };

export type Calls<C extends LinkContract> = {
  [Name in keyof C['calls']]: (
    request: z.infer<C['calls'][Name]['takes']>,
    facts?: CallFacts,
  ) => z.infer<C['calls'][Name]['gives']> | Promise<z.infer<C['calls'][Name]['gives']>>;
};

export type LinkClient<C extends LinkContract> = {
  /** `at`: when its cause happened, by `performance.now()`; by default just now. */
  call<Name extends keyof C['calls'] & string>(
    name: Name,
    request: z.input<C['calls'][Name]['takes']>,
    at?: number,
  ): Promise<z.infer<C['calls'][Name]['gives']>>;
  on<Name extends keyof C['events'] & string>(name: Name, handler: (told: z.infer<C['events'][Name]>) => void): void;
};

/** `at`: when the cause of the call happened, by the monotonic clock of the caller (ms). */
const Request = z.object({ id: z.int(), call: z.string(), request: z.unknown(), at: z.number().optional() });
/**
 * The answer of a caller that was asked for its time: the question as it was, and what its monotonic clock showed (ms) if
 * the age of its calls matters.
 */
const Time = z.object({ time: z.number(), now: z.number().optional() });
const FromCaller = z.union([Request, Time]);
/** An error as it goes over a link. */
export const WireError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
const Reply = z.union([
  z.object({ id: z.int(), answer: z.unknown() }),
  z.object({ id: z.int(), error: WireError }),
  z.object({ event: z.string(), told: z.unknown() }),
  /** Asks the caller for its time. */
  Time.pick({ time: true }),
]);

/** The clock of one end of a link. */
export interface LinkClock {
  /** Milliseconds from an arbitrary start that never jump. */
  monotonic(): number;
  after(milliseconds: number, run: () => void): () => void;
}

/** The handlers of a contract's calls, and the function that turns anything they throw into an error of the table. */
export interface Served<C extends LinkContract> {
  calls: Calls<C>;
  /** Tells the age of calls. If absent, that does not matter. */
  clock?: LinkClock;
  /** Throws if a call may not be made now. Every call may, if this is absent. */
  allow?<Name extends keyof C['calls'] & string>(name: Name, request: z.infer<C['calls'][Name]['takes']>): void;
  /** Logs an unexpected error. The client gets only the sentence of the error that this returns. */
  knownError(thrown: unknown): OverlayError;
}

/** What the serving end of a link can do with its caller. */
export interface ServedLink<C extends LinkContract> {
  /** Sends an event. Its data must not be changed afterwards. */
  emit<Name extends keyof C['events'] & string>(name: Name, told: z.infer<C['events'][Name]>): void;
  /**
   * Calls `then` once every call has arrived that the caller made before now. It asks the caller, so `then` is never called
   * if the caller does not answer. If the age of calls does not matter, nothing is held up, and it calls it at once.
   */
  caughtUp(then: () => void): void;
}

/** Serves a contract on a pipe. Every request is checked before it is carried out. */
export function serveLink<C extends LinkContract>(pipe: Pipe, contract: C, served: Served<C>): ServedLink<C> {
  const { knownError, clock } = served;
  const timed = clock && new TimedCalls(pipe, clock);
  pipe.onMessage((text) => {
    const message = FromCaller.safeParse(parsedJson(text));
    // A malformed request has no id to answer to.
    if (!message.success) return;
    if ('time' in message.data) return timed?.heard(message.data);
    const { id, at, ...asked } = message.data;
    const age = timed && at !== undefined ? timed.age(at) : 0;
    const answered = new Promise<unknown>((resolve) =>
      resolve(answerTo(contract, served, { ...asked, facts: { age, at } })),
    );
    const reply = answered
      .then((answer) => JSON.stringify({ id, answer: answer ?? null }))
      .catch((thrown: unknown) => {
        const { code, message, details } = knownError(thrown);
        return JSON.stringify({ id, error: { code, message, ...(details.length > 0 && { details }) } });
      });
    void reply.then((text) => pipe.send(text));
  });
  return {
    emit: (name, told) => pipe.send(eventText(name, told)),
    caughtUp: (then) => (timed ? timed.caughtUp(then) : then()),
  };
}

/** The calls of one pipe, each with the age of its cause. */
class TimedCalls {
  readonly #pipe: Pipe;
  readonly #clock: LinkClock;
  readonly #caller = new CallerClock();
  #stopAsking: (() => void) | undefined;
  /** What waits until the caller has answered a question asked at this time or later. */
  #waiting: { asked: number; then: () => void }[] = [];
  #closed = false;

  constructor(pipe: Pipe, clock: LinkClock) {
    this.#pipe = pipe;
    this.#clock = clock;
    pipe.onClose(() => {
      this.#closed = true;
      this.#stopAsking?.();
    });
  }

  heard({ time, now }: z.infer<typeof Time>): void {
    if (now !== undefined) this.#caller.heard(time, now, this.#clock.monotonic());
    const answered = this.#waiting.filter(({ asked }) => asked <= time);
    this.#waiting = this.#waiting.filter(({ asked }) => asked > time);
    for (const { then } of answered) then();
  }

  /** Calls `then` once the caller has answered a question that is asked now. A pipe keeps the order of what it carries. */
  caughtUp(then: () => void): void {
    this.#waiting.push({ asked: this.#clock.monotonic(), then });
    this.#ask();
  }

  /** How long ago (ms) the cause of a call happened that arrives now. `at` is by the clock of the caller. */
  age(at: number): number {
    const age = this.#caller.age(at, this.#clock.monotonic());
    // The first call shows that the caller listens. One that is too old may come from a clock that stood still.
    if (!this.#stopAsking || age >= tooOld) this.#ask();
    return age;
  }

  #ask(): void {
    if (this.#closed) return;
    this.#stopAsking?.();
    this.#stopAsking = this.#clock.after(askEach, () => this.#ask());
    this.#pipe.send(JSON.stringify({ time: this.#clock.monotonic() } satisfies z.infer<typeof Reply>));
  }
}

/** The text of each event object, so that an object sent to many screens is serialized once. */
const eventTexts = new WeakMap<object, { event: string; text: string }>();

function eventText(event: string, told: unknown): string {
  const known = typeof told === 'object' && told !== null ? eventTexts.get(told) : undefined;
  if (known?.event === event) return known.text;
  const text = JSON.stringify({ event, told });
  if (typeof told === 'object' && told !== null) eventTexts.set(told, { event, text });
  return text;
}

function answerTo<C extends LinkContract>(
  contract: C,
  { calls, allow }: Served<C>,
  { call: name, request, facts }: { call: string; request?: unknown; facts: CallFacts },
): unknown {
  const call = Object.hasOwn(contract.calls, name) ? contract.calls[name] : undefined;
  const run = calls[name as keyof C['calls']] as ((request: unknown, facts: CallFacts) => unknown) | undefined;
  if (!call || !run) throw new OverlayError('call-invalid', `The desk has no call named "${name}".`);
  const checked = call.takes.safeParse(request);
  if (!checked.success) throw new OverlayError('call-invalid', `${name}: ${z.prettifyError(checked.error)}`);
  allow?.(name, checked.data as z.infer<C['calls'][string]['takes']>);
  return run(checked.data, facts);
}

/**
 * The calling end of a link. A call that is open when the pipe closes fails with `desk-gone`, and is never sent again.
 * `now` is the monotonic clock of the caller (ms); undefined for calls whose age does not matter.
 */
export function openLink<C extends LinkContract>(
  pipe: Pipe,
  contract: C,
  now: () => number | undefined = () => performance.now(),
): LinkClient<C> {
  const open = new Map<number, { resolve(answer: unknown): void; reject(error: OverlayError): void }>();
  const handlers = new Map<string, Set<(told: unknown) => void>>();
  let lastId = 0;
  let closed = false;

  pipe.onClose(() => {
    closed = true;
    for (const { reject } of open.values()) reject(new OverlayError('desk-gone'));
    open.clear();
  });
  pipe.onMessage((text) => {
    const reply = Reply.safeParse(parsedJson(text));
    if (!reply.success) return;
    const message = reply.data;
    if ('event' in message) {
      const event = Object.hasOwn(contract.events, message.event) ? contract.events[message.event] : undefined;
      const told = event?.safeParse(message.told);
      if (told?.success) handlers.get(message.event)?.forEach((handler) => handler(told.data));
      return;
    }
    if ('time' in message) {
      pipe.send(JSON.stringify({ ...message, now: now() } satisfies z.infer<typeof Time>));
      return;
    }
    const waiting = open.get(message.id);
    open.delete(message.id);
    if ('error' in message) waiting?.reject(errorOf(message.error));
    else waiting?.resolve(message.answer);
  });

  return {
    call(name, request, at = now()) {
      if (closed) return Promise.reject(new OverlayError('desk-gone'));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject });
        pipe.send(JSON.stringify({ id, call: name, request, at }));
      });
    },
    on(name, handler) {
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(handler as (told: unknown) => void));
    },
  };
}

/** What came over a link as an error. */
export function errorOf({ code, message, details }: z.infer<typeof WireError>): OverlayError {
  return new OverlayError(errorCode(code), message, details);
}

function errorCode(text: string): ErrorCode {
  return Object.hasOwn(errorTable, text) ? (text as ErrorCode) : 'desk-failed';
}
