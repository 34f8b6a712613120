import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { DeskLog, serviceRecord } from '../../../desk/log/desk-log.ts';
import type { LogRecord } from '../../../desk/ports.ts';

const now = Date.parse('2026-01-02T03:04:05.678Z');
const record: LogRecord = { level: 'warn', where: 'link', message: 'It failed.' };

function openLog() {
  const lines: string[] = [];
  const log = new DeskLog({ write: (line) => void lines.push(line), recent: async () => lines }, { now: () => now });
  const written = (more: Partial<LogRecord>): Record<string, unknown> => {
    log.write({ ...record, ...more });
    return JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
  };
  return { log, written, lines };
}

describe('a record of the log', () => {
  it('is one line of JSON with its time, and with no more than it has', () => {
    const { written } = openLog();
    expect(written({})).toEqual({ time: '2026-01-02T03:04:05.678Z', ...record });
    expect(written({ id: 'f00d', fields: { port: 4000 } })).toMatchObject({ id: 'f00d', fields: { port: 4000 } });
  });

  it('has the stack of what was thrown, and those of its causes', () => {
    const { written } = openLog();
    const thrown = new Error('the outer one', { cause: new TypeError('the inner one', { cause: { code: 5 } }) });
    const { causes } = written({ cause: thrown }) as { causes: string[] };
    expect(causes.map((text) => text.split('\n')[0])).toEqual([
      'Error: the outer one',
      'TypeError: the inner one',
      '{ code: 5 }',
    ]);
    expect(causes[0]).toContain('desk-log.test.ts');
  });

  it('has each error that another one sums up, once, and no more than eight in all', () => {
    const { written } = openLog();
    const firstLines = (cause: unknown): string[] =>
      (written({ cause }) as { causes: string[] }).causes.map((text) => text.split('\n')[0] ?? '');
    const one = new Error('connect ECONNREFUSED ::1:8830');
    const two = new Error('connect ECONNREFUSED 127.0.0.1:8830', { cause: new TypeError('below') });
    const both = new AggregateError([one, two, one], 'no address answered');
    both.errors.push(both);
    expect(firstLines(new Error('the request failed', { cause: both }))).toEqual([
      'Error: the request failed',
      'AggregateError: no address answered',
      'Error: connect ECONNREFUSED ::1:8830',
      'Error: connect ECONNREFUSED 127.0.0.1:8830',
      'TypeError: below',
    ]);
    const many = Array.from({ length: 100 }, (_, at) => new Error(`number ${at}`));
    expect(firstLines(new AggregateError(many, 'many'))).toEqual([
      'AggregateError: many',
      ...many.slice(0, 7).map(({ message }) => `Error: ${message}`),
    ]);
  });

  it('can be made of anything that is thrown, and never throws itself', () => {
    const { written } = openLog();
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const own = new Error('its own cause');
    own.cause = own;
    for (const cause of [ring, own, 5n, null, Symbol('thrown'), () => 1])
      expect(written({ cause })).toHaveProperty('causes');
    expect(written({ fields: { ring, big: 5n } })).toHaveProperty('fields');
    expect((written({ message: 'x'.repeat(100_000) }).message as string).length).toBe(8_000);
  });

  it('is written whatever the secrets are, and whatever its error does', () => {
    const { log, written } = openLog();
    log.conceal('half a character \ud800');
    expect(written({ message: 'It has half a character \ud800.' }).message).toBe('It has (removed).');
    const cause = Object.defineProperty(new Error('hidden'), 'stack', { value: 5 });
    expect(written({ id: 'f00d', cause })).toEqual({
      time: '2026-01-02T03:04:05.678Z',
      level: 'warn',
      where: 'link',
      id: 'f00d',
      message: texts.log.unwritable,
    });
  });

  it('has no secret in it: none that shows, and none that the desk knows', () => {
    const { log, written } = openLog();
    const word = 'open & sesame';
    log.conceal(word);
    const cause = new Error(`wrong: ${word}, ${Buffer.from(`ada:${word}`).toString('base64')}`);
    const line = JSON.stringify(
      written({
        message: `GET /apiv2/controlapps/kq7c0t5voXvE1rXbRr0mJ3G2/control?x=${encodeURIComponent(word)}`,
        cause,
        fields: { password: 'hunter2', token: 'abc', deep: { passphrase: 'p' }, said: `it is ${word}` },
      }),
    );
    for (const secret of ['sesame', 'kq7c0t5voXvE1rXbRr0mJ3G2', 'hunter2', '"abc"', "'p'"])
      expect(line).not.toContain(secret);
    expect(line).toContain('wrong: (removed)');
  });
});

describe('what the service writes', () => {
  it('is a record with its own level and fields; any other words are a warning', () => {
    const line =
      '{"time":"2026-01-02T03:04:05.678Z","level":"error","message":"It failed.","id":"ab12","code":"internal"}';
    const fields = { id: 'ab12', code: 'internal' };
    expect(serviceRecord(line)).toEqual({ level: 'error', where: 'service', message: 'It failed.', fields });
    const words = 'node: out of memory';
    expect(serviceRecord(words)).toEqual({ level: 'warn', where: 'service', message: words });
  });
});
