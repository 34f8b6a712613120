const every = 20;

/** Gives `blocked` each delay of a timer (ms). `clock`: monotonic ms. Returns a function that stops the watch. */
export function watchLoop(
  blocked: (time: number) => void,
  clock = () => performance.now(),
  repeat: (act: () => void, every: number) => () => void = repeatUnref,
): () => void {
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
