import { setFlagsFromString } from 'node:v8';

/** How long (ms) a service is starting: until the shows are loaded that whoever started it asks for first. */
const starting = 5_000;

/**
 * Have V8 keep its heap small and its pauses short. Source: `docs/performance.md`, "The heap".
 * - What a request needs is garbage once it is answered. If V8 looks while many requests wait for one sync of the disk, it
 *   takes them for long-lived, and from then on makes all like them in the old generation: pauses of 15 ms instead of 0.5.
 * - What a start and the loading of a show make is kept. The young generation would grow for it, and never shrink again.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), starting).unref();
}
