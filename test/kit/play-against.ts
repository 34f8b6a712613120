import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { settled } from './manual-clock.ts';

/** A world, with what a model of it knows. */
export interface Played<Step> {
  /** Does a step to both. */
  step(one: Step): unknown;
  /** Nothing fails any more, and everything comes to rest. */
  rest?(): unknown;
  close?(): unknown;
}

/** How a run begins: what it is given, and the world that opens with it. */
interface Model<Given, Step, World extends Played<Step>> {
  given: fc.Arbitrary<Given>;
  open(given: Given): World | Promise<World>;
}

type Broken = readonly string[] | Promise<readonly string[]>;

/** What no run may break: after each step, and when all has come to rest. Gives what is broken, in words. */
interface Rules<Step, World> {
  after?(world: World, step: Step): Broken;
  atRest?(world: World): Broken;
}

/** Plays one sequence of steps to its end. Gives every rule that it broke, in words. */
export async function playOnce<Given, Step, World extends Played<Step>>(
  { open }: Pick<Model<Given, Step, World>, 'open'>,
  [given, steps]: readonly [Given, readonly Step[]],
  { after, atRest }: Rules<Step, World>,
): Promise<string[]> {
  const world = await open(given);
  const broken: string[] = [];
  try {
    for (const one of steps) {
      await world.step(one);
      await settled();
      if (after) broken.push(...(await after(world, one)));
    }
    await world.rest?.();
    if (atRest) broken.push(...(await atRest(world)));
  } finally {
    await world.close?.();
  }
  return broken;
}

/**
 * Plays generated sequences of steps, each in a world of its own, and fails with the shortest one found that breaks a rule.
 * `steps`: any sequence, and how many there are.
 */
export async function playAgainst<Given, Step, World extends Played<Step>>(
  model: Model<Given, Step, World>,
  { any, ...runs }: { any: fc.Arbitrary<Step[]> } & fc.Parameters<[Given, Step[]]>,
  rules: Rules<Step, World>,
): Promise<void> {
  const holds = fc.asyncProperty(model.given, any, async (...run) => {
    const random = vi.spyOn(Math, 'random').mockImplementation(chanceOf(run));
    try {
      expect(await playOnce(model, run, rules)).toEqual([]);
    } finally {
      random.mockRestore();
    }
  });
  await fc.assert(holds, runs);
}

/** What a program leaves to chance: the same each time that this is played, so that a failure repeats. */
function chanceOf(run: unknown): () => number {
  let state = fc.hash(fc.stringify(run));
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Whether two things are the same in JSON. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** That something is not what it ought to be, in words; nothing where it is. */
export function unlike(words: string, is: unknown, ought: unknown): string[] {
  return same(is, ought) ? [] : [`${words}: ${JSON.stringify(is)} and not ${JSON.stringify(ought)}`];
}
