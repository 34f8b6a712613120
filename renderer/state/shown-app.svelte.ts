import { type AppView, type AppConnection, staleAfter } from '../../contract/desk-api/desk-api.ts';
import type { ScreenClock } from './clock.svelte.ts';

export interface ShownAppPorts {
  clock: ScreenClock;
  linked(): boolean;
  onAir(): number;
  name(): string | undefined;
}

/** An app instance as this screen shows it: the desk's view of it, and whether to trust the view. */
export class ShownApp {
  readonly #ports: ShownAppPorts;
  #view: AppView;
  /** Milliseconds since the last confirmation of its service; null for never. */
  readonly age = $derived.by(() => {
    const { confirmedAt } = this.#view.connection;
    return confirmedAt === null ? null : Math.max(0, this.#ports.clock.now - confirmedAt);
  });
  // A hanging desk cannot report its own silence, so the screen checks the age itself.
  readonly stale = $derived.by(
    () => this.#view.connection.stale || (this.age !== null && this.age > staleAfter[this.#view.truth]),
  );
  /** The desk is linked, the service connected, and the last confirmation not {@link stale}. */
  readonly trusted = $derived.by(() => this.#ports.linked() && this.#view.connection.status === 'live' && !this.stale);
  readonly onAir = $derived.by(() => this.#ports.onAir());

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
  get name(): string {
    return this.#ports.name() ?? this.#view.name;
  }
  get connection(): AppConnection {
    return this.#view.connection;
  }

  update(view: AppView): void {
    this.#view = view;
  }
}
