import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { firstAccount } from '../service/small-service.ts';

const main = join(import.meta.dirname, '../../../compose/main.ts');

/** How a command of `npm run compose` ended, and all it wrote. */
export interface Composed {
  code: number | null;
  out: string;
  errors: string;
}

/** Run it in a folder to its end, without a terminal; with the password of every small service. */
export async function compose(directory: string, ...args: string[]): Promise<Composed> {
  const env = { ...process.env, OVERLAY_PASSWORD: firstAccount.password };
  return composeWith(directory, env, ...args);
}

/** The same in another environment. */
export async function composeWith(directory: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Composed> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: directory,
    env: { ...env, INIT_CWD: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, errors };
}
