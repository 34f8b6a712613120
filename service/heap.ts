import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** How long (ms) a service counts as starting: until the first shows are loaded. */
const starting = 5_000;
/** How often (ms) the size of the young generation is looked at while it may grow. */
const lookEvery = 250;
/** Bytes: from this size on the young generation grows no further. It may be twice as large by then. */
const youngEnough = 4 * 2 ** 20;

/**
 * Makes V8 keep its heap small and its pauses short.
 * - A request's objects are garbage once it is answered. If V8 collects while many requests wait for one sync of the
 * disk, it takes these objects for long-lived. From then on it allocates all like them in the old generation, and
 * pauses grow from 0.5 to 15 ms.
 * - Objects from the start and from loading a show stay. The young generation would grow for them and never shrink
 * again.
 * - Later it grows for work, and only to a size that work needs. Left alone it would reach 64 MiB, in both of its halves.
 * - On a busy machine requests wait longer, so more of their objects are taken for long-lived. They are collected once the old
 * generation is twice what was left of it the last time. Left alone V8 waits for four times as much.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=100');
  letYoungGrow(false);
  setTimeout(() => {
    letYoungGrow(true);
    const looking = setInterval(() => {
      if (youngSize() < youngEnough) return;
      letYoungGrow(false);
      clearInterval(looking);
    }, lookEvery).unref();
  }, starting).unref();
}

function letYoungGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/** Bytes that the young generation can hold before it is collected. */
function youngSize(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young ? young.space_used_size + young.space_available_size : Infinity;
}
