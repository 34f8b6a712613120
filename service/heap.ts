import { setFlagsFromString } from 'node:v8';

/** How long (ms) a service counts as starting: until the first shows are loaded. */
const starting = 5_000;

/**
 * Makes V8 keep its heap small and its pauses short.
 * - A request's objects are garbage once it is answered. If V8 collects while many requests wait for one sync of the
 * disk, it takes these objects for long-lived. From then on it allocates all like them in the old generation, and
 * pauses grow from 0.5 to 15 ms.
 * - Objects from the start and from loading a show stay. The young generation would grow for them and never shrink
 * again.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), starting).unref();
}
