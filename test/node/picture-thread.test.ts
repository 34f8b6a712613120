import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const module = new URL('../../node/picture-thread.ts', import.meta.url).href;
/** Draws one key, and has nothing to do then. */
const source = `
  import { pictureThread } from ${JSON.stringify(module)};
  const waiting = setInterval(() => undefined, 1_000);
  const usb = { vendor: 0x0fd9, product: 0x006c };
  const reports = await pictureThread()({ usb, control: 'key 1', picture: { kind: 'test', name: 'key 1' } });
  clearInterval(waiting);
  console.log(reports.length > 0 ? 'drawn' : 'nothing');`;

it('the thread that draws keeps no desk from ending', async () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], { cwd });
  onTestFinished(() => void running.child.kill());
  expect((await running).stdout).toBe('drawn\n');
});
