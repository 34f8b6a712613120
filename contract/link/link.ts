import { z } from 'zod';
import { type ErrorCode, errorTable, OverlayError } from '../errors.ts';
import { parsedJson } from '../json-text.ts';
import { inShort } from '../refusal.ts';
import { schemaProblems } from '../schema-problems.ts';
import { captions } from '../words/words.ts';
import { CallerClock } from './caller-clock.ts';

/**
 * The link: calls one way, answers and events the other, over any text pipe (Electron port, WebSocket). A {@link
 * LinkContract} defines the calls.
 */
export interface Pipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
  onClose(handler: () => void): void;
}

/** Milliseconds; an older press is not carried out. */
export const tooOld = 2_000;
const askEach = 5_000;

/** What a call gives if its handler returns nothing. The answer on the wire is null. */
export const nothing = z.void();

export interface LinkContract {
  calls: Record<string, { takes: z.ZodType; gives: z.ZodType }>;
  events: Record<string, z.ZodType>;
}

export interface CallFacts {
  /** Milliseconds since the cause, which a pipe or an end may delay; 0 if unknown. */
  age: number;
  /** The caller's clock at the cause (ms), for intervals between its causes. Undefined if not sent. */
  at?: number | undefined;
  caller?: string | undefined;
}

export const justNow: CallFacts = { age: 0 };

export type Calls<C extends Pick<LinkContract, 'calls'>> = {
  [Name in keyof C['calls']]: (
    request: z.infer<C['calls'][Name]['takes']>,
    facts?: CallFacts,
  ) => z.infer<C['calls'][Name]['gives']> | Promise<z.infer<C['calls'][Name]['gives']>>;
};

export type LinkClient<C extends LinkContract> = {
  /** `at`: when the cause happened, by `performance.now()`; default now. */
  call<Name extends keyof C['calls'] & string>(
    name: Name,
    request: z.input<C['calls'][Name]['takes']>,
    at?: number,
  ): Promise<z.infer<C['calls'][Name]['gives']>>;
  on<Name extends keyof C['events'] & string>(name: Name, handler: (told: z.infer<C['events'][Name]>) => void): void;
};

const WireCall = z.object({ id: z.int(), call: z.string(), request: z.unknown(), at: z.number().optional() });
/** The caller's answer to a time query: the unchanged question, and its monotonic clock (ms) if call age matters. */
const Time = z.object({ time: z.number(), now: z.number().optional() });
const FromCaller = z.union([WireCall, Time]);
export const WireError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
const Reply = z.union([
  z.object({ id: z.int(), answer: z.unknown() }),
  z.object({ id: z.int(), error: WireError }),
  z.object({ event: z.string(), told: z.unknown() }),
  Time.pick({ time: true }),
]);

export interface LinkClock {
  monotonic(): number;
  after(milliseconds: number, run: () => void): () => void;
}

export interface Served<C extends LinkContract> {
  calls: Calls<C>;
  caller?: string;
  clock?: LinkClock;
  allow?<Name extends keyof C['calls'] & string>(name: Name, request: z.infer<C['calls'][Name]['takes']>): void;
  /** Logs an unexpected error. The client gets only the message of the returned error. */
  knownError(thrown: unknown): OverlayError;
}

export interface ServedLink<C extends LinkContract> {
  /** Do not change the data afterwards. */
  emit<Name extends keyof C['events'] & string>(name: Name, told: z.infer<C['events'][Name]>): void;
  /**
   * Calls `then` after all earlier calls of the caller have arrived; never if the caller does not answer. Without a
   * clock, calls it at once.
   */
  caughtUp(then: () => void): void;
}

export function serveLink<C extends LinkContract>(pipe: Pipe, contract: C, served: Served<C>): ServedLink<C> {
  const { knownError, clock, caller } = served;
  const timed = clock && new TimedCalls(pipe, clock);
  pipe.onMessage((text) => {
    const message = FromCaller.safeParse(parsedJson(text));
    // A malformed request has no id to answer to.
    if (!message.success) return;
    if ('time' in message.data) return timed?.heard(message.data);
    const { id, at, ...asked } = message.data;
    const age = timed && at !== undefined ? timed.age(at) : 0;
    const answered = new Promise<unknown>((resolve) =>
      resolve(answerTo(contract, served, { ...asked, facts: { age, at, caller } })),
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

class TimedCalls {
  readonly #pipe: Pipe;
  readonly #clock: LinkClock;
  readonly #caller = new CallerClock();
  #stopAsking: (() => void) | undefined;
  #waiting: { asked: number; then: () => void }[] = [];
  #closed = false;

  constructor(pipe: Pipe, clock: LinkClock) {
    [this.#pipe, this.#clock] = [pipe, clock];
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

  /** Pipes keep order, so the answer to a new question comes after all earlier calls. */
  caughtUp(then: () => void): void {
    this.#waiting.push({ asked: this.#clock.monotonic(), then });
    this.#ask();
  }

  age(at: number): number {
    const age = this.#caller.age(at, this.#clock.monotonic());
    // The first call proves that the caller listens. A late call may come from a clock that stood still.
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

/** Serializes an event object once for many screens. */
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
  if (!checked.success)
    throw new OverlayError('call-invalid', captions.callRefused(inShort(schemaProblems(checked.error.issues))));
  allow?.(name, checked.data as z.infer<C['calls'][string]['takes']>);
  return run(checked.data, facts);
}

/**
 * An open call fails with `desk-gone` when the pipe closes, and is never resent. `now`: the caller's monotonic clock
 * (ms); undefined if age does not matter.
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

export function errorOf({ code, message, details }: z.infer<typeof WireError>): OverlayError {
  return new OverlayError(errorCode(code), message, details);
}

function errorCode(text: string): ErrorCode {
  return Object.hasOwn(errorTable, text) ? (text as ErrorCode) : 'desk-failed';
}
