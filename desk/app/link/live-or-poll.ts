import { LiveLink } from './live-link.ts';
import { PollLink } from './poll-link.ts';
import type { TruthFrame, TruthLink, TruthPorts, TruthTarget, OpenTruth, TruthFailure } from './truth-link.ts';
import { explainAnswer, isRefusal, tokenUnknown } from './explain-answer.ts';
import { explainFailure, type Explained } from './explain-failure.ts';

/** Consecutive openings without a frame before the desk polls instead. */
const patience = 3;
/**
 * Milliseconds until the next live attempt while polling: without a live channel, after a failure, and once after a
 * failure when the service answers again.
 */
const tryAgain = { refused: 300_000, failed: 30_000, answered: 500 };
/** Milliseconds before retrying the live channel after polling failed too, and the longest wait. */
const retry = { first: 100, most: 1_000 };

export function openTruth(target: TruthTarget, ports: TruthPorts): TruthLink {
  return new LiveOrPoll(target, ports);
}

class LiveOrPoll implements TruthLink {
  readonly #target: TruthTarget;
  readonly #ports: TruthPorts;
  #live: LiveLink | undefined;
  #poll: PollLink | undefined;
  /** The numbers of the two sources cannot be compared. */
  #countedBy: 'live' | 'poll' = 'live';
  /** Why the live channel failed; empty for a service without it. */
  #failure = '';
  #fails = 0;
  #rounds = 0;
  #callOff: () => void = () => {};

  constructor(target: TruthTarget, ports: TruthPorts) {
    [this.#target, this.#ports] = [target, ports];
    this.#openLive();
  }

  get mode(): 'live' | 'polled' {
    return this.#countedBy === 'poll' ? 'polled' : 'live';
  }

  get reason(): string {
    return this.#countedBy === 'poll' ? this.#failure : (this.#live?.reason ?? '');
  }

  acknowledged(revision: number | null): number {
    if (this.#countedBy === 'poll' && this.#poll) return this.#poll.acknowledged();
    return revision ?? this.#ports.revision();
  }

  hurry(): void {
    this.#poll?.hurry();
  }

  send(text: string): void {
    this.#live?.send(text);
  }

  restart(): void {
    (this.#poll ?? this.#live)?.restart();
  }

  close(): void {
    this.#callOff();
    this.#live?.close();
    this.#poll?.close();
    this.#live = this.#poll = undefined;
  }

  #openLive(): void {
    this.#live?.close();
    const ports: TruthPorts = {
      ...this.#ports,
      revision: () => (this.#countedBy === 'live' ? this.#ports.revision() : -1),
      onFrame: (frame) => this.#onFrame('live', frame),
      onLost: (reason) => this.#liveFailed(reason),
    };
    this.#live = new LiveLink(this.#target, ports, () => this.#startPolling(tryAgain.refused, ''));
  }

  #onFrame(way: 'live' | 'poll', frame: TruthFrame): void {
    this.#rounds = 0;
    if (way === 'live') {
      this.#fails = 0;
      this.#callOff();
      this.#poll?.close();
      this.#poll = undefined;
    } else if (this.#fails > 0) {
      this.#fails = 0;
      if (this.#failure !== '') this.#openLiveAfter(tryAgain.answered);
    }
    this.#countedBy = way;
    this.#ports.onFrame(frame);
  }

  #liveFailed(reason: string): void {
    if (this.#poll) return this.#startPolling(tryAgain.failed, reason);
    this.#fails += 1;
    if (this.#fails >= patience) this.#startPolling(tryAgain.failed, reason);
    this.#ports.onLost(reason);
  }

  #startPolling(again: number, failure: string): void {
    this.#failure = failure;
    this.#live?.close();
    this.#live = undefined;
    this.#openLiveAfter(again);
    this.#poll ??= new PollLink(this.#target, {
      ...this.#ports,
      onFrame: (frame) => this.#onFrame('poll', frame),
      onLost: (reason) => this.#pollFailed(reason),
    });
  }

  #openLiveAfter(wait: number): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(wait, () => this.#openLive());
  }

  /** Restarts with the live channel, because the returning service may be a different one. */
  #pollFailed(reason: string): void {
    this.close();
    this.#fails = 0;
    const wait = Math.min(retry.most, retry.first * 2 ** this.#rounds++);
    this.#openLiveAfter(wait * (0.5 + this.#ports.random() / 2));
    this.#ports.onLost(reason);
  }
}

export const openExplainedTruth: OpenTruth = (target, ports) => {
  const url = new URL(target.base);
  const explain = (failure: TruthFailure): string => {
    const { found, todo } = explained(failure, url);
    return `${found} ${todo}`;
  };
  return openTruth(target, { ...ports, explain });
};

function explained(failure: TruthFailure, url: URL): Explained {
  if (!('answer' in failure)) return explainFailure({ ...failure, url });
  const { answer } = failure;
  return answer.status === 404 && isRefusal(answer) ? tokenUnknown() : explainAnswer(answer, 'token');
}
