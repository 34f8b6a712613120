export function failed(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
  // electron-builder dependencies exit with 0 when the event loop is empty, even if the exit code was set before.
  process.on('exit', () => {
    process.exitCode = 1;
  });
}
