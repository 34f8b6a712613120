/**
 * Ends a process cleanly when its parent is gone. A script that npm runs needs this: npm passes SIGTERM on to the shell
 * between the two, and that shell dies of it without telling anybody.
 *
 * Loaded with `--import`, it takes effect at once in a process that npm started.
 */

/** How often (ms) to check the parent. */
const every = 200;

/**
 * The parent of this process. The environment records it as `PID:PARENT`, because the parent may be gone already after
 * this process turned into another program. An inherited record with another process's PID is ignored.
 */
export function startedBy() {
  const [pid, parent] = (process.env.OVERLAY_STARTED_BY ?? '').split(':');
  return Number(pid) === process.pid ? Number(parent) : process.ppid;
}

/** Sends this process SIGTERM when its original parent is gone. */
export function endWithParent() {
  // Windows never gives a process another parent.
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
