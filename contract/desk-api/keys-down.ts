/** The members of a keyboard event that say which physical key it is about. */
interface KeyStroke {
  /** As in `KeyboardEvent.code`. */
  code: string;
  /** The key is down for longer, and the system repeats it. */
  repeat: boolean;
}

/** A key came up or was lost; `at` is when it came up, where its keyboard tells. */
type Released = (name: string, isLost: boolean, at?: number) => void;

/**
 * The keys of one keyboard that are down, each under the name with which it was pressed. Modifiers may change while a key
 * is down, and they change nothing: it repeats and comes up under the same name.
 */
export class KeysDown {
  readonly #released: Released;
  /** Names by physical key. */
  readonly #names = new Map<string, string>();

  /** `released` is called once for each key that comes up, or that is lost: nobody can tell any more whether it is down. */
  constructor(released: Released) {
    this.#released = released;
  }

  /** The name under which a repeated key was pressed; undefined if the stroke is no repetition of a key that is down. */
  repeated({ code, repeat }: KeyStroke): string | undefined {
    return repeat ? this.#names.get(code) : undefined;
  }

  /** A key was pressed. If it still counted as down, its release was missed, and it counts as lost first. */
  press(code: string, name: string): void {
    this.#end(code, true);
    this.#names.set(code, name);
  }

  /** A key came up, at this time by the clock of its keyboard. Returns whether it was down. */
  release(code: string, at?: number): boolean {
    return this.#end(code, false, at);
  }

  /** Nobody can tell any more which keys are down, so all of them count as lost. */
  loseAll(): void {
    for (const code of [...this.#names.keys()]) this.#end(code, true);
  }

  #end(code: string, isLost: boolean, at?: number): boolean {
    const name = this.#names.get(code);
    if (name === undefined) return false;
    this.#names.delete(code);
    this.#released(name, isLost, at);
    return true;
  }
}

/** Whether a key is Meta (Command). macOS reports no release of another key while it is down. */
export function isMeta(code: string): boolean {
  return code === 'MetaLeft' || code === 'MetaRight';
}
