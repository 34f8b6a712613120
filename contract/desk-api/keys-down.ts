type Released = (name: string, isLost: boolean, at?: number) => void;

/** Keys down on one keyboard, under the names of their presses. Later modifier changes do not rename a key. */
export class KeysDown {
  readonly #released: Released;
  readonly #names = new Map<string, string>();

  /** Called once per key that is released, or lost because its state is unknown. */
  constructor(released: Released) {
    this.#released = released;
  }

  /** The name of a held key that repeats; undefined for other strokes. */
  repeated({ code, repeat }: { code: string; repeat: boolean }): string | undefined {
    return repeat ? this.#names.get(code) : undefined;
  }

  /** A key still down missed its release, so it counts as lost first. */
  press(code: string, name: string): void {
    this.#end(code, true);
    this.#names.set(code, name);
  }

  release(code: string, at?: number): boolean {
    return this.#end(code, false, at);
  }

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

export function isMeta(code: string): boolean {
  return code === 'MetaLeft' || code === 'MetaRight';
}
