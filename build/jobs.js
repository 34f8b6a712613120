/**
 * The jobs and the programs that do them.
 * @type {Readonly<Record<string, string>>}
 */
export const jobs = {
  start: 'build/jobs/start.ts',
  service: 'build/jobs/service.ts',
  compose: 'build/jobs/compose.ts',
  test: 'build/jobs/test.ts',
  check: 'build/jobs/check.ts',
  bench: 'build/jobs/bench.ts',
  generate: 'build/jobs/generate.ts',
};

/** @type {Readonly<Record<string, string>>} */
const help = {
  start: `npm start -- [flags]   Open the desk on its show.

  --host       In a browser of this machine instead of an Electron window.
  --no-open    Open no window; print the address to open (with --host, which it implies).
  --port N     The port of the desk's page, 0 for any that is free (default 8840). Only the host has
               a page with a port, so this implies --host.
  --data DIR   Where the show, the settings and the as-run log are kept (default: the data directory
               of the user; "overlay-desk" in ~/.local/share, ~/Library/Application Support or
               %LOCALAPPDATA%).
  --credentials FILE
               A file with the passphrase of the secrets in its first line, for a desk that nobody unlocks.
               A window has the keychain of the system, so this implies --host.
  --help       This list.

Ctrl-C ends the desk.`,
  test: `npm test -- [filters]   Run the tests whose file names contain a filter; all without one.

  -t NAME            Only the tests whose names match NAME.
  OVERLAY_BROWSER    In the environment: the Chromium or Chrome to run them in.`,
  generate: `npm run generate -- [flags]   Write docs/openapi.json, docs/openapi.html and docs/errors.md from their sources,
and the accepted API that "npm run check" compares with.

  --accept   Accept the API also where clients that were written against the accepted one would break.`,
};

/**
 * The help of a job; undefined where the program behind it has its own.
 * @param {string} job
 * @returns {string | undefined}
 */
export function helpFor(job) {
  return help[job];
}
