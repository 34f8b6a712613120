import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** A file that was made. */
export interface Made {
  /** Its path. */
  file: string;
  /** Who signed it, in words. */
  signedBy: string;
  /** What was proved of it, in words. */
  proved: readonly string[];
}

/** A table of what was made, as lines. */
export function tableOf(made: readonly Made[]): string[] {
  const rows = made.map(({ file, signedBy, proved }) => [
    basename(file),
    `${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB`,
    signedBy,
    proved.filter((one) => one !== '').join('; ') || '-',
  ]);
  const all = [['File', 'Size', 'Signed by', 'Proved'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}
