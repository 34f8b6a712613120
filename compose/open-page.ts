import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Ask the operating system to show an address in the user's browser. Where that fails, its address was printed anyway. */
export function openPage(address: string, platform: NodeJS.Platform): void {
  const [program, ...args] = openers[platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
