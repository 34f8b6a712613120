/** How often (ms) the event loop is asked whether it is free. */
const every = 20;

/** What the watch needs. `clock` gives milliseconds since any fixed moment, and never goes back. */
export interface LoopWatchPorts {
  clock: () => number;
  /** Called with the milliseconds for which the event loop answered nobody. */
  blocked: (time: number) => void;
  /** Calls a function again and again, every so many milliseconds. Returns the function that ends that. */
  repeat?: (act: () => void, every: number) => () => void;
}

/**
 * Watches how long the event loop is blocked: a timer that comes late tells that something kept it from everybody else
 * for so long. Returns the function that ends the watch.
 */
export function watchLoop({ clock, blocked, repeat = repeatUnref }: LoopWatchPorts): () => void {
  let last = clock();
  return repeat(() => {
    const now = clock();
    blocked(Math.max(0, now - last - every));
    last = now;
  }, every);
}

/** The timer does not keep the process alive. */
function repeatUnref(act: () => void, every: number): () => void {
  const timer = setInterval(act, every).unref();
  return () => clearInterval(timer);
}
