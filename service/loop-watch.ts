const every = 20;

/** Gives `blocked` each delay of a timer (ms). `clock`: monotonic ms. Returns a function that stops the watch. */
export function watchLoop(blocked: (time: number) => void, clock = () => performance.now()): () => void {
  let last = clock();
  const timer = setInterval(() => {
    const now = clock();
    blocked(Math.max(0, now - last - every));
    last = now;
  }, every);
  // The watch does not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
