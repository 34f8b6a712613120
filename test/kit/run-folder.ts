import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The temporary files of one run of the tests. */
export interface RunFolder {
  path: string;
  /** Removes the folder with everything that failed tests left in it. */
  close: () => void;
}

/** Milliseconds between two measurements of the folder. */
const pause = 5000;

/**
 * Opens a folder for the temporary files of a run. Once it holds more than `most` bytes, removes it and calls `refuse` with a sentence
 * that names its largest entries. Windows has no `du`, so there nothing is measured.
 */
export function openRunFolder(most: number, refuse: (sentence: string) => void, every = pause): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'od-'));
  // Some tests run programs as another user.
  chmodSync(path, 0o711);
  const timer = setInterval(() => {
    // Files that tests remove meanwhile make `du` fail, after it has printed the others.
    execFile('du', ['-akx', '--max-depth=2', path], { maxBuffer: 1e8 }, (_failed, stdout) => {
      const sizes = stdout.split('\n').map((line) => line.split('\t'));
      const kilobytes = Number(sizes.find(([, name]) => name === path)?.[0] ?? 0);
      if (kilobytes * 1024 <= most) return;
      clearInterval(timer);
      const largest = sizes.sort(([a], [b]) => Number(b) - Number(a)).slice(1, 6);
      removeFolder(path);
      refuse(
        `The tests had ${kilobytes} KiB of temporary files, more than the ${most / 1024} KiB that a run may have. ` +
          `The largest: ${largest.map(([size = '', name = '']) => `${name} ${size} KiB`).join(', ')}.`,
      );
    });
  }, every);
  timer.unref();
  const close = (): void => {
    clearInterval(timer);
    removeFolder(path);
  };
  return { path, close };
}

/** Removes a folder, but nothing that is mounted in it. */
export function removeFolder(path: string): void {
  if (process.platform === 'linux') execFileSync('rm', ['-rf', '--one-file-system', path]);
  else rmSync(path, { recursive: true, force: true });
}
