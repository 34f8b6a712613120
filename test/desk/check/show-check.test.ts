import { expect, it } from 'vitest';
import { settled } from '../../kit/manual-clock.ts';
import { openLiveShow, openShow } from '../../kit/service/scripted-show.ts';

const resultsOf = (lines: { about: string; result: string }[]): string[] =>
  lines.map(({ about, result }) => `${about} ${result}`);

it('the check sends one question to each service, and nothing else', async () => {
  const { ports, screen } = await openLiveShow();
  const asked = screen.call('checkShow', { keyboard: null });
  await settled();
  expect(ports.asked.map(({ request: { method, url } }) => `${method} ${url}`)).toEqual([
    'GET http://127.0.0.1:4000/readyz',
  ]);
  await ports.request.answer({});
  const { opening, lines } = await asked;
  expect([opening, resultsOf(lines)]).toEqual([
    false,
    [
      ...['connection good', 'service good', 'show good', 'clock look', 'output not tried', 'backup look', 'keys good'],
      ...['keyboard not tried', 'secrets look', 'disk not tried', 'records good'],
    ],
  ]);
});

it('a service that does not answer holds the check up for three seconds', async () => {
  const { ports, screen } = await openLiveShow();
  const asked = screen.call('checkShow', { keyboard: null });
  await settled();
  await ports.clock.pass(3_000);
  expect(resultsOf((await asked).lines)).toContain('service failed');
});

it('a desk that still opens its connections says so', async () => {
  const { screen } = await openShow();
  const { opening, lines } = await screen.call('checkShow', { keyboard: null });
  expect([opening, resultsOf(lines).slice(0, 2)]).toEqual([true, ['connection failed', 'show failed']]);
});
