import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';

const becoming = new URL('../../build/become.js', import.meta.url).href;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const each of started.splice(0)) each.kill('SIGKILL');
});

/** A program that says its process id, and when it gets SIGTERM. */
const program = `
  process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0); });
  setInterval(() => undefined, 1000);
  console.log(process.pid);
`;

/** Start the program through a shell that stays between, as npm does. */
function start(env: Record<string, string>): { shell: ChildProcess; lines: AsyncIterableIterator<string> } {
  const script = `import { becomeScript } from '${becoming}'; becomeScript(process.execPath, ['--eval', process.argv[1]]);`;
  const shell = spawn(
    'sh',
    ['-c', '"$@"; true', 'sh', process.execPath, '--input-type=module', '--eval', script, program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    },
  );
  started.push(shell);
  return { shell, lines: createInterface({ input: shell.stdout })[Symbol.asyncIterator]() };
}

describe.skipIf(process.platform === 'win32')('a program that npm started', () => {
  it('is asked to end when the shell between the two is killed', async () => {
    const { shell, lines } = start({ npm_lifecycle_event: 'start' });
    expect((await lines.next()).value).toMatch(/^\d+$/);
    shell.kill('SIGKILL');
    expect(await lines.next()).toEqual({ done: false, value: 'asked to end' });
    expect(await lines.next()).toMatchObject({ done: true });
  });

  it('is not misled by what was noted for the process that started it', async () => {
    const { shell, lines } = start({ npm_lifecycle_event: 'test', OVERLAY_STARTED_BY: '1:1' });
    const pid = Number((await lines.next()).value);
    // Twice as long as it takes to notice.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(process.kill(pid, 0)).toBe(true);
    shell.kill('SIGKILL');
    expect(await lines.next()).toEqual({ done: false, value: 'asked to end' });
  });
});

describe.skipIf(process.platform === 'win32')('a program that somebody started by hand', () => {
  it('goes on without its shell', async () => {
    const { shell, lines } = start({ npm_lifecycle_event: '' });
    const pid = Number((await lines.next()).value);
    shell.kill('SIGKILL');
    await once(shell, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(process.kill(pid, 'SIGTERM')).toBe(true);
    expect(await lines.next()).toEqual({ done: false, value: 'asked to end' });
  });
});

describe('a program that ends', () => {
  it.each([
    ['with a code', 'process.exit(7)', 7],
    ['well', '', 0],
  ])('%s gives its exit code on', async (_, source, code) => {
    const script = `import { becomeScript } from '${becoming}'; becomeScript(process.execPath, ['--eval', '${source}']);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
    expect((await once(child, 'exit'))[0]).toBe(code);
  });
});
