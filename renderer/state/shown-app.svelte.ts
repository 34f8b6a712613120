import { type AppView, type AppConnection, staleAfter } from '../../contract/desk-api/desk-api.ts';
import type { SnapshotOutput } from '../../contract/service-api/live-channel.ts';
import type { ScreenClock } from './clock.svelte.ts';

export interface ShownAppPorts {
  clock: ScreenClock;
  linked(): boolean;
  onAir(): number;
  name(): string | undefined;
}

export class ShownApp {
  readonly key: string;
  readonly #ports: ShownAppPorts;
  #view: AppView;
  /** Milliseconds since the last confirmation of its service; null for never. */
  readonly age = $derived.by(() => {
    const { confirmedAt } = this.#view.connection;
    return confirmedAt === null ? null : Math.max(0, this.#ports.clock.now - confirmedAt);
  });
  /** As text, because the view changes with each confirmation and the outputs hardly ever. */
  readonly #outputs = $derived.by(() => JSON.stringify(this.#view.app?.outputs ?? []));
  readonly outputs = $derived.by(() => JSON.parse(this.#outputs) as SnapshotOutput[]);
  #stale = $state(false);
  #trusted = $state(false);
  readonly onAir = $derived.by(() => this.#ports.onAir());

  constructor(view: AppView, ports: ShownAppPorts) {
    this.key = view.key;
    this.#ports = ports;
    this.#view = $state.raw(view);
    this.check();
  }

  get view(): AppView {
    return this.#view;
  }
  get name(): string {
    return this.#ports.name() ?? this.#view.name;
  }
  get connection(): AppConnection {
    return this.#view.connection;
  }

  get stale(): boolean {
    return this.#stale;
  }
  /** The desk is linked, the service connected, and the last confirmation not {@link stale}. */
  get trusted(): boolean {
    return this.#trusted;
  }

  update(view: AppView): void {
    this.#view = view;
    this.check();
  }

  /**
   * A hanging desk cannot report its own silence, so the screen checks the age itself. Derived from the clock, the result
   * would have every row of a show looked at with each tick.
   */
  check(): void {
    const { connection, truth } = this.#view;
    this.#stale = connection.stale || (this.age !== null && this.age > staleAfter[truth]);
    this.#trusted = this.#ports.linked() && connection.status === 'live' && !this.#stale;
  }
}
