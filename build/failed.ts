/** Ends a job that cannot go on, and prints its sentence. */
export function failed(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
