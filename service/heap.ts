import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const starting = 5_000;
/** In ms. */
const lookEvery = 250;
/** Bytes from which the young generation stops growing; it may already be twice as large. */
const youngEnough = 4 * 2 ** 20;

/**
 * Keeps V8's heap small and its pauses short.
 *
 * With pretenuring, a collection during a disk sync moves request objects to the old generation: pauses grow from 0.5
 * to 15 ms. The young generation never shrinks and would reach 64 MiB. The old generation is collected at twice its
 * last size, not four times.
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

/** In bytes. */
function youngSize(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young ? young.space_used_size + young.space_available_size : Infinity;
}
