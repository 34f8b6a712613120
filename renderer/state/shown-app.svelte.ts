import { type AppView, type AppConnection, staleAfter } from '../../contract/desk-api/desk-api.ts';
import type { ScreenClock } from './clock.svelte.ts';

/** What an app instance on the screen needs from outside its view. */
export interface ShownAppPorts {
  clock: ScreenClock;
  /** The link to the desk is open. */
  linked(): boolean;
  /** The number of its sub-compositions that are confirmed In. */
  onAir(): number;
  /** Its name among the others, once known. */
  name(): string | undefined;
}

/** An app instance as this screen shows it: the desk's view of it, and whether that can still be believed. */
export class ShownApp {
  readonly #ports: ShownAppPorts;
  #view: AppView;
  readonly #age = $derived.by(() => {
    const { confirmedAt } = this.#view.connection;
    return confirmedAt === null ? null : Math.max(0, this.#ports.clock.now - confirmedAt);
  });
  // A desk that hangs does not say that it is stale, so the screen looks at the age itself.
  readonly #stale = $derived.by(
    () => this.#view.connection.stale || (this.#age !== null && this.#age > staleAfter[this.#view.truth]),
  );
  readonly #trusted = $derived.by(
    () => this.#ports.linked() && this.#view.connection.status === 'live' && !this.#stale,
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
  /** Its name on this screen. No other app instance has the same one. */
  get name(): string {
    return this.#ports.name() ?? this.#view.name;
  }
  get connection(): AppConnection {
    return this.#view.connection;
  }

  /** Milliseconds since the last confirmation of its service; null for never. */
  get age(): number | null {
    return this.#age;
  }
  /** Its view can be believed: the desk is linked, the service live, and the last confirmation not {@link stale}. */
  get trusted(): boolean {
    return this.#trusted;
  }
  /** The last confirmation is older than {@link staleAfter}. */
  get stale(): boolean {
    return this.#stale;
  }
  /** The number of its sub-compositions that were In at the last confirmation. */
  get onAir(): number {
    return this.#onAir;
  }

  /** Takes a new view from the desk. */
  update(view: AppView): void {
    this.#view = view;
  }
}
