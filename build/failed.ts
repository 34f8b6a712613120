/** Ends a job that cannot go on, and prints its sentence. */
export function failed(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
  // What electron-builder is made of leaves with 0 when nothing is left to do, whatever the exit code was set to before.
  process.on('exit', () => {
    process.exitCode = 1;
  });
}
