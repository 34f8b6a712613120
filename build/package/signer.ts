export type SigningEnv = Readonly<Record<string, string | undefined>>;

export interface Signer {
  /** For people, such as "the certificate of WIN_CSC_LINK". */
  name: string;
  /** Checks before the build that signing works; throws the problem. `now`: ms since the epoch. */
  check(now: number): void;
  /** Signs the file, in place or beside it. Returns added files. */
  sign(file: string): string[];
  /** Returns the verified facts as text; throws if the signature is invalid. */
  verify(file: string): string;
}

/**
 * Throws if the environment names several ways, because all but the first would be ignored silently. `ways`: the
 * variables of each.
 */
export function refuseTwoWays(env: SigningEnv, what: string, ways: readonly (readonly string[])[]): void {
  const named = ways.map((names) => names.filter((name) => env[name])).filter(([first]) => first !== undefined);
  const [one, other] = named;
  if (!one || !other) return;
  throw new Error(
    `${one.join(', ')} and ${other.join(', ')} both say what ${what}. Unset ${one.join(', ')}, or else ${other.join(', ')}.`,
  );
}
