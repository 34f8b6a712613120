/** The processor time that this thread has used, in milliseconds. The work of others on the machine is not in it. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Does something, and gives the longest turn of the event loop meanwhile: the most processor time (ms) that this thread
 * used without giving way to other work. How busy the machine is does not count.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<{ result: Result; longest: number }> {
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
    return { result, longest: Math.max(longest, used() - last) };
  } finally {
    clearImmediate(next);
  }
}
