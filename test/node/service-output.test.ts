import { texts } from '../../contract/texts/texts.ts';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serviceProcess } from '../../node/service-output.ts';

const readyLine = {
  ready: true,
  url: 'http://127.0.0.1:4321',
  mediaUrl: 'http://127.0.0.1:4322',
  apps: [{ id: 1, name: 'Evening News', token: 'secret', onairUrl: 'http://127.0.0.1:4321/onair/x' }],
};

function started() {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let exit: (how: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => (exit = resolve));
  const log: string[] = [];
  const stops: string[] = [];
  const service = serviceProcess({ stdout, stderr, exited, stop: () => void stops.push('stop') }, (line) =>
    log.push(line),
  );
  const end = (how: string): void => {
    stdout.end();
    stderr.end();
    exit(how);
  };
  return { stdout, stderr, end, log, stops, service };
}

describe('a service program', () => {
  it('is ready when it says so, even when its line comes in two parts', async () => {
    const { stdout, service } = started();
    const text = `${JSON.stringify(readyLine)}\n`;
    stdout.write(text.slice(0, 20));
    stdout.write(text.slice(20));
    expect(await service.ready).toEqual(readyLine);
  });

  it('is not ready when it ends first: its last words on stderr say why', async () => {
    const { stderr, end, log, service } = started();
    stderr.write('opening\nThe database is not a database.');
    end('exit code 1');
    await expect(service.ready).rejects.toThrow('opening\nThe database is not a database.');
    expect(await service.ended).toBe('opening\nThe database is not a database.');
    expect(log).toEqual(['opening', 'The database is not a database.']);
  });

  it('whose last words are lines of its log says their errors as sentences', async () => {
    const { stderr, end, service } = started();
    const line = (level: string, message: string) => `${JSON.stringify({ time: '2026-01-01', level, message })}\n`;
    stderr.write(line('info', 'ready') + line('error', 'The disk is full.'));
    end('exit code 1');
    expect(await service.ended).toBe('The disk is full.');
    await expect(service.ready).rejects.toThrow('The disk is full.');
  });

  it('that ends without a word says how it ended', async () => {
    const { end, service } = started();
    end('killed by SIGKILL');
    expect(await service.ended).toBe('killed by SIGKILL');
    await expect(service.ready).rejects.toThrow('killed by SIGKILL');
  });

  it('is remembered by its last twenty lines only, while all are logged', async () => {
    const { stderr, end, log, service } = started();
    const lines = Array.from({ length: 50 }, (_, at) => `line ${String(at)}`);
    stderr.write(`${lines.join('\n')}\n`);
    end('exit code 0');
    expect(await service.ended).toBe(lines.slice(30).join('\n'));
    expect(log).toEqual(lines);
  });

  it.each([
    ['no JSON', 'Debugger listening'],
    ['JSON of another kind', '{"ready":false}'],
  ])('is not ready when its first line is %s', async (_, line) => {
    const { stdout, service } = started();
    stdout.write(`${line}\n`);
    await expect(service.ready).rejects.toThrow(texts.services.strangeOutput(line));
  });

  it('is asked to stop by the shell that started it', () => {
    const { stops, service } = started();
    service.stop();
    expect(stops).toEqual(['stop']);
  });
});
