import type { OpenApp } from './app/open-app.ts';
import type { TruthFrame } from './app/link/truth-link.ts';
import type { Operation, Outcome } from './app/operation.ts';

/**
 * Something that a room states. Those who listen act on it in the order in which they began to listen; an error that
 * one throws keeps it from the later ones.
 */
class Fact<Of extends readonly unknown[]> {
  readonly #acts: ((...of: Of) => void)[] = [];

  on(act: (...of: Of) => void): void {
    this.#acts.push(act);
  }

  tell(...of: Of): void {
    for (const act of this.#acts) act(...of);
  }
}

/** All that rooms state to other rooms. Ids of sub-compositions are within their app. */
export class Facts {
  /** Before the first connection of the app. */
  readonly opened = new Fact<[app: OpenApp]>();
  /** The app is undefined if the desk never opened it. */
  readonly closed = new Fact<[key: string, app: OpenApp | undefined]>();
  /** The connection, outputs, quota or show of an app changed. */
  readonly app = new Fact<[app: OpenApp]>();
  /** The show of an app came, changed or went. */
  readonly models = new Fact<[]>();
  /** The confirmed state or the requests of these sub-compositions changed. {@link shown} follows. */
  readonly truth = new Fact<[app: OpenApp, ids: readonly string[]]>();
  /** Screens and lamps may have to show these sub-compositions otherwise. */
  readonly shown = new Fact<[app: OpenApp, ids: readonly string[]]>();
  /** Pending work of the app will not continue; examples: `Panic`, `Arena was lost`. */
  readonly cut = new Fact<[app: OpenApp, why: string]>();
  /** A frame of the service, applied, with the sub-compositions that it touched. */
  readonly frame = new Fact<[app: OpenApp, frame: TruthFrame, ids: readonly string[]]>();
  readonly settled = new Fact<[app: OpenApp, operation: Operation, outcome: Outcome]>();
  /** A panic of all apps was pressed. */
  readonly panic = new Fact<[]>();
  /** An operator typed a value. `subComposition` is an address. */
  readonly typed = new Fact<[subComposition: string, field: string]>();
  /** The data of these addresses became stale, or is no longer stale. */
  readonly stale = new Fact<[addresses: ReadonlySet<string>]>();
  /** Secrets may have become readable. */
  readonly secrets = new Fact<[]>();
  /** Looks, cues or rundowns were edited, so targets of keys may have come or gone. */
  readonly edited = new Fact<[]>();
  /** Lamps may have to show cues otherwise. */
  readonly cuesShown = new Fact<[]>();
  readonly locked = new Fact<[locked: boolean]>();
}
