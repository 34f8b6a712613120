import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLive } from '../kit/service/live-reader.ts';
import { runService, type ServiceProgram, startService, startServiceWith } from '../kit/service/service-program.ts';

let data: string;
const running: ServiceProgram[] = [];
beforeEach(() => (data = mkdtempSync(join(tmpdir(), 'overlay-program-'))));
afterEach(async () => {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  rmSync(data, { recursive: true });
});

async function start(...args: string[]): Promise<ServiceProgram> {
  const program = await startService('--data', data, ...args);
  running.push(program);
  return program;
}

describe('the service as a program', () => {
  it('says one line when it is ready with the demo show, and stops cleanly when it is told to', async () => {
    const { process, ready, ended, out } = await start('--port', '0', '--seed', 'demo');
    const [app] = ready.apps;
    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      mediaUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apps: [
        {
          id: 1,
          name: 'Evening News',
          token: expect.stringMatching(/^[\w-]{32}$/),
          onairUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/onair\/[\w-]{32}\?aspect=16:9$/),
        },
      ],
    });
    expect((await fetch(`${ready.url}/apiv2/controlapps/${app!.token}/control`)).status).toBe(200);
    expect((await fetch(`${ready.mediaUrl}/media/no-picture.svg`)).status).toBe(200);
    const reader = readLive(ready, app!.token);
    await reader.next();
    process.kill('SIGTERM');
    expect([await ended, (await reader.closed).code]).toEqual([{ code: 0, signal: null }, 1001]);
    expect(out().split('\n').length).toBe(2);
  });

  it.each([
    ['an error', 'SIGUSR2', 'in a handler'],
    ['a rejection', 'SIGWINCH', 'in a promise'],
  ] as const)('logs %s that nothing catches, and ends, so that it is started anew', async (_, signal, why) => {
    const breaks = new URL('../kit/service/breaks-on-signal.ts', import.meta.url);
    // Electron only warns of a rejection in its utility processes.
    const env = { NODE_OPTIONS: `--unhandled-rejections=warn --import=${breaks.href}` };
    const program = await startServiceWith({ env }, '--data', data, '--port', '0');
    running.push(program);
    program.process.kill(signal);
    expect(await program.ended).toEqual({ code: 70, signal: null });
    const last = JSON.parse(program.errors().trim().split('\n').at(-1) ?? '') as object;
    expect(last).toMatchObject({
      level: 'error',
      message: 'The service ended at an unexpected error.',
      cause: expect.stringContaining(why),
    });
  });

  it('logs JSON lines in which no token is', async () => {
    const { process, ready, ended, errors } = await start('--seed', 'demo');
    const { token, onairUrl } = ready.apps[0]!;
    const page = await fetch(onairUrl.replace('/onair/', '/onair/x'));
    await fetch(`${ready.url}/apiv2/controlapps/${token}/control`, {
      method: 'PATCH',
      headers: { origin: ready.mediaUrl },
    });
    process.kill('SIGINT');
    expect([(await ended).code, page.status]).toEqual([0, 404]);
    const lines = errors()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { message: string });
    expect(lines.map(({ message }) => message)).toEqual([
      'The service is ready.',
      'A request was refused.',
      'The service is stopping.',
    ]);
    expect([token, new URL(onairUrl).pathname.slice(7)].filter((secret) => errors().includes(secret))).toEqual([]);
  });

  it('comes back on the port of the last time with the tokens of the last time, so that addresses stay valid', async () => {
    const first = await start('--seed', 'demo');
    first.process.kill('SIGKILL');
    await first.ended;
    expect((await start('--seed', 'demo')).ready).toEqual(first.ready);
  });

  it('takes another port where the last one is taken meanwhile', async () => {
    const first = await start('--seed', 'demo');
    first.process.kill('SIGTERM');
    await first.ended;
    const other = createServer().listen(Number(new URL(first.ready.url).port), '127.0.0.1');
    await once(other, 'listening');
    const second = await start();
    expect(second.ready.url).not.toBe(first.ready.url);
    expect(second.ready.apps.map(({ token }) => token)).toEqual(first.ready.apps.map(({ token }) => token));
    other.close();
  });

  it('begins without a show where none is asked for', async () => {
    expect((await start()).ready.apps).toEqual([]);
  });

  it('says on stderr where it listens beyond this machine, and says nothing of it where it does not', async () => {
    const said = async (...flags: string[]): Promise<string> => {
      const { process, ended, errors } = await start('--port', '0', ...flags);
      process.kill('SIGTERM');
      await ended;
      return errors();
    };
    expect(await said('--host', '0.0.0.0')).toContain('This service listens on every address of this machine');
    expect(await said()).not.toContain('This service listens on');
  });

  it('stops when whoever started it has gone', async () => {
    const { process, ended } = await start('--exit-on-stdin-close');
    process.stdin?.end();
    expect(await ended).toEqual({ code: 0, signal: null });
  });
});

describe('a start that cannot be', () => {
  it('is refused for a wrong command line, in one sentence', async () => {
    expect(await runService('--prot', '1')).toEqual({
      code: 2,
      out: '',
      errors: "Unknown option '--prot'. Try --help.\n",
    });
  });

  it('is refused while another service has the data', async () => {
    await start();
    expect(await runService('--data', data)).toEqual({
      code: 1,
      out: '',
      errors:
        `The database ${join(data, 'service.db')} is in use by another service. ` +
        'Stop that one, or name another directory with --data.\n',
    });
  });

  it('is refused while another program has the port, and names the flag', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await runService('--data', data, '--port', String(port))).toEqual({
      code: 1,
      out: '',
      errors:
        `Port ${port} on 127.0.0.1 is in use by another program. ` +
        'Choose another one with --port, or any free one with --port 0.\n',
    });
    other.close();
  });

  it('is refused for a database that is none, which is left as it is', async () => {
    const file = join(data, 'service.db');
    writeFileSync(file, 'no database'.repeat(1_000));
    const { code, out, errors } = await runService('--data', data, '--seed', 'demo');
    expect([code, out]).toEqual([1, '']);
    expect(errors).toContain(`The database ${file} cannot be read: it is not a database. The file was not changed.`);
    expect(readFileSync(file, 'utf8')).toBe('no database'.repeat(1_000));
  });
});
