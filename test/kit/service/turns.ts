/** JSON of 4 MiB in small objects, as updates have them. */
const known = Buffer.from(
  JSON.stringify(
    Array.from({ length: 50_000 }, (_, n) => ({
      subCompositionId: String(n).padStart(36, '0'),
      payload: { goals: n },
    })),
  ),
);

/**
 * The processor time (ms) that this thread takes to read the known text and write it again, from bytes to bytes as a
 * service does. New memory takes several times longer on some machines, in the work that is measured and here.
 */
function yardstick(): number {
  const start = used();
  Buffer.from(JSON.stringify(JSON.parse(new TextDecoder().decode(known))));
  return used() - start;
}

/** The processor time that this thread has used, in milliseconds. The work of others on the machine is not in it. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Does something, and gives the longest turn of the event loop meanwhile: the most processor time that this thread used
 * without giving way to other work. The unit is the yardstick, measured right before and right after, because
 * milliseconds of the same work differ between machines, and with the load of caches and processors.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<{ result: Result; longest: number }> {
  const before = yardstick();
  let longest = 0;
  let last = used();
  let next = setImmediate(turn);
  function turn(): void {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  }
  try {
    const result = await work();
    longest = Math.max(longest, used() - last);
    // The lesser, so that an interruption of a yardstick excuses no long turn.
    return { result, longest: longest / Math.min(before, yardstick()) };
  } finally {
    clearImmediate(next);
  }
}

/** Counts the turns of the event loop from now on. */
export function countTurns(): { turns: number; stop(): void } {
  const counting = { turns: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(turn);
  function turn(): void {
    counting.turns += 1;
    next = setImmediate(turn);
  }
  return counting;
}
