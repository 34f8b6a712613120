import { spawn } from 'node:child_process';
import { endWithParent, startedBy } from './end-with-parent.js';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const endingWithParent = new URL('end-with-parent.js', import.meta.url).href;

/**
 * Replaces this process by a script on a Node, which ends when its parent ends.
 * @param {string} node
 * @param {string[]} script The script and its flags.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function becomeScript(node, script, env = process.env) {
  become(node, ['--import', endingWithParent, ...script], env);
}

/**
 * Replaces this process by another program, with the same standard streams. If Node cannot do that, the program runs as
 * a child that gets this process's signals, and this process ends with the child's exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function become(program, args, env = process.env) {
  if (process.platform !== 'win32' && process.execve) {
    const passed = { ...env, OVERLAY_STARTED_BY: `${process.pid}:${startedBy()}` };
    // A variable without a value must be absent, not `undefined`.
    const set = Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined));
    process.execve(program, [program, ...args], set);
  }
  const child = spawn(program, args, { stdio: 'inherit', env });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  endWithParent();
  child.once('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}
