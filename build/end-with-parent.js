/**
 * Ends a process cleanly when its parent is gone. npm sends SIGTERM only to the intermediate shell, which dies without
 * passing it on.
 *
 * Load with `--import`; takes effect immediately in processes that npm started.
 */

/** Milliseconds. */
const every = 200;

/**
 * The environment records the parent as `PID:PARENT`: it may be gone after this process became another program. Records
 * with another PID are inherited and ignored.
 */
export function startedBy() {
  const [pid, parent] = (process.env.OVERLAY_STARTED_BY ?? '').split(':');
  return Number(pid) === process.pid ? Number(parent) : process.ppid;
}

export function endWithParent() {
  // Windows never assigns a process another parent.
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
