/** The variables of the environment that name what packages are signed with. */
export type SigningEnv = Readonly<Record<string, string | undefined>>;

/** What signs the packages of a system. */
export interface Signer {
  /** Its name for people, such as "the certificate of WIN_CSC_LINK". */
  name: string;
  /** Tries whether it can sign, before anything is built. Throws a sentence that names what is wrong. `now`: milliseconds since the epoch. */
  check(now: number): void;
  /** Signs a file, in place or by a signature beside it. Gives the files that came with it. */
  sign(file: string): string[];
  /** Verifies the signature of a file. Gives what holds, in words. Throws a sentence if it does not hold. */
  verify(file: string): string;
}

/**
 * Throws a sentence if the environment names more than one way to do something, of which one would win without a word. `ways`: the
 * variables of each way.
 */
export function refuseTwoWays(env: SigningEnv, what: string, ways: readonly (readonly string[])[]): void {
  const named = ways.map((names) => names.filter((name) => env[name])).filter(([first]) => first !== undefined);
  const [one, other] = named;
  if (!one || !other) return;
  throw new Error(
    `${one.join(', ')} and ${other.join(', ')} both say what ${what}. Unset ${one.join(', ')}, or else ${other.join(', ')}.`,
  );
}
