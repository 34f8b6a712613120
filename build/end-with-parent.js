/**
 * End a process cleanly when the process that started it is gone. A script that npm runs needs this: npm passes SIGTERM
 * on to the shell between the two, and that shell dies of it without telling anybody.
 *
 * Loaded with `--import`, it does so at once, in a process that npm started.
 */

/** How often (ms) to look. */
const every = 200;

/**
 * The process that started this one. It is noted in the environment as `PID:PARENT`, because it may be gone already when
 * this process turned into another program; a note of another process, from which this one has its environment, is none.
 */
export function startedBy() {
  const [pid, parent] = (process.env.OVERLAY_STARTED_BY ?? '').split(':');
  return Number(pid) === process.pid ? Number(parent) : process.ppid;
}

/** Send this process SIGTERM when what started it is its parent no more. */
export function endWithParent() {
  // Windows gives no process another parent.
  if (process.platform === 'win32' || !process.env.npm_lifecycle_event) return;
  const parent = startedBy();
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, every);
  watch.unref();
}

if (process.execArgv.includes(import.meta.url)) endWithParent();
