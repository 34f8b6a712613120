import { describe, expect, it } from 'vitest';
import { jsonLog, maskedPath } from '../../service/log.ts';

it('a log line is one line of JSON, whatever the message holds', () => {
  const lines: string[] = [];
  jsonLog(
    (line) => lines.push(line),
    () => 0,
  ).error('two\nlines', { id: 1 });
  expect(lines).toEqual(['{"time":"1970-01-01T00:00:00.000Z","level":"error","message":"two\\nlines","id":1}\n']);
});

describe('an address in the log', () => {
  it.each([
    ['/apiv2/controlapps/secret/control', '/apiv2/controlapps/***/control'],
    ['/apiv2/controlapps/secret', '/apiv2/controlapps/***'],
    ['/apiv2/controlapps/secret?token=secret', '/apiv2/controlapps/***'],
    ['/onair/secret?aspect=16:9', '/onair/***'],
    ['/onair/assets/main.js', '/onair/assets/main.js'],
    ['/healthz', '/healthz'],
  ])('%s is written %s', (address, written) => {
    expect(maskedPath(address)).toBe(written);
  });
});
