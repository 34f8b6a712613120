import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { utilityProcess as Electrons, UtilityProcess } from 'electron';

const endWithApp = fileURLToPath(new URL('./utility-child.ts', import.meta.url));

/** A utility process as a child process of Node. */
class UtilityProcessDouble
  extends EventEmitter
  implements Pick<UtilityProcess, 'stdout' | 'stderr' | 'kill' | 'postMessage'>
{
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly #child: ChildProcess;

  constructor(program: string, flags: string[], env = process.env) {
    super();
    this.#child = spawn(process.execPath, ['--import', endWithApp, program, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env,
    });
    this.#child.stdout?.pipe(this.stdout);
    this.#child.stderr?.pipe(this.stderr);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => {
      this.emit('exit', code ?? 1);
      // So does Electron, though the last bytes may still be under way.
      this.stdout.removeAllListeners();
      this.stderr.removeAllListeners();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    // A process that has ended takes nothing, and Electron does not say so.
    this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  fork(...[program, flags, options]: Parameters<typeof Electrons.fork>): UtilityProcessDouble {
    if (!/^ignore,(pipe|ignore),pipe$/.test(String(options?.stdio)))
      throw new Error('The double pipes stderr, no less.');
    return new UtilityProcessDouble(program, flags ?? [], options?.env as NodeJS.ProcessEnv | undefined);
  },
};
