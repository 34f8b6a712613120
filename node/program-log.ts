export interface ProgramLog {
  say(line: string): void;
  lines(): readonly string[];
}

const kept = 2_000;

/** `now`: milliseconds since the epoch. */
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
