const every = 20;

/** `clock`: monotonic ms. */
export interface LoopWatchPorts {
  clock: () => number;
  /** Receives how long the event loop was blocked, in ms. */
  blocked: (time: number) => void;
  repeat?: (act: () => void, every: number) => () => void;
}

/** Measures event-loop blocking by late timers. Returns a function that stops the watch. */
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
