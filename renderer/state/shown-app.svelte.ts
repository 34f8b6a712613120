import type { AppView, Connection } from '../../contract/desk-api/desk-api.ts';
import type { Clock } from './clock.svelte.ts';

/**
 * After this long (ms) without a confirmed answer nothing of an app is believed, whatever was said before. A service that
 * is only asked again and again is asked each 5 s while it is idle.
 */
export const believedFor = { live: 5_000, polled: 15_000 };

/** What the parts of a screen know of an app beside what the desk tells of it. */
export interface ShownAppPorts {
  clock: Clock;
  /** Whether the desk can be asked now. */
  linked(): boolean;
  /** How many sub-compositions of it are confirmed to be In. */
  onAir(): number;
  /** What it is called among the others, if that is known already. */
  name(): string | undefined;
}

/** One app as this screen shows it: what the desk told of it, and whether that can still be believed. */
export class ShownApp {
  readonly #ports: ShownAppPorts;
  #view: AppView;
  readonly #age = $derived.by(() => {
    const { confirmedAt } = this.#view.connection;
    return confirmedAt === null ? null : Math.max(0, this.#ports.clock.now - confirmedAt);
  });
  readonly #silent = $derived.by(() => this.#age !== null && this.#age > believedFor[this.#view.truth]);
  readonly #trusted = $derived.by(
    () => this.#ports.linked() && this.#view.connection.status === 'live' && !this.#silent,
  );
  readonly #onAir = $derived.by(() => this.#ports.onAir());

  constructor(view: AppView, ports: ShownAppPorts) {
    this.#ports = ports;
    this.#view = $state.raw(view);
  }

  get view(): AppView {
    return this.#view;
  }
  get key(): string {
    return this.#view.key;
  }
  /** What it is called here: no other app is called the same. */
  get name(): string {
    return this.#ports.name() ?? this.#view.name;
  }
  get connection(): Connection {
    return this.#view.connection;
  }

  /** Milliseconds since its service last confirmed anything; null for never. */
  get age(): number | null {
    return this.#age;
  }
  /** True while what the desk told is what is so: linked, live, and confirmed within {@link believedFor}. */
  get trusted(): boolean {
    return this.#trusted;
  }
  /** The desk says that it is live, and nothing is confirmed. */
  get silent(): boolean {
    return this.#silent;
  }
  /** How many sub-compositions its service confirmed to be In, when it was last heard. */
  get onAir(): number {
    return this.#onAir;
  }

  /** The desk told of it anew. */
  tell(view: AppView): void {
    this.#view = view;
  }
}
