import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface MadePackage {
  file: string;
  signedBy: string;
  proved: readonly string[];
}

export function tableOf(made: readonly MadePackage[]): string[] {
  const rows = made.map(({ file, signedBy, proved }) => [
    basename(file),
    inWords(sizeOf(file)),
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

function sizeOf(path: string): number {
  const isFolder = statSync(path).isDirectory();
  const files = isFolder ? globSync('**/*', { cwd: path }).map((name) => join(path, name)) : [path];
  return files.map((file) => statSync(file)).reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}

/** Formats bytes; small sizes never become "0.0 MiB". */
export function inWords(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${String(Math.ceil(kibibytes))} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}
