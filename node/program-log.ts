/** What a program says to those who run it, with its last lines kept for those who help. */
export interface ProgramLog {
  say(line: string): void;
  /** The last lines, each with the time (UTC) at which it was said. */
  lines(): readonly string[];
}

/** How many lines are kept. */
const kept = 2_000;

/** A log that goes to `write` line by line. `now`: milliseconds since the epoch. */
export function programLog(write: (line: string) => void, now: () => number): ProgramLog {
  const lines: string[] = [];
  return {
    say(line) {
      write(line);
      lines.push(`${new Date(now()).toISOString()} ${line}`);
      if (lines.length > kept) lines.shift();
    },
    lines: () => lines,
  };
}
