import { expect, it } from 'vitest';
import { Counter, Histogram, metricsText, reading } from '../../service/metrics.ts';

it('metrics are written as Prometheus reads them', () => {
  const pressed = new Counter('pressed_total', 'Keys that were pressed.');
  pressed.of({ key: 'a"b\\c', hand: 'left' }).value += 2;
  pressed.of({ key: 'x', hand: 'left' }).value += 1;
  pressed.of({ key: 'x', hand: 'left' }).value += 1;
  const took = new Histogram('took_seconds', 'How long it took.', [0.1, 1]);
  for (const seconds of [0.1, 0.25, 0.5, 4]) took.of({ key: 'x' }).observe(seconds);
  took.of().observe(2);
  const open = reading({ name: 'open', help: 'What is open.', type: 'gauge' }, () => 3);
  expect(metricsText([pressed, took, open])).toBe(`# HELP pressed_total Keys that were pressed.
# TYPE pressed_total counter
pressed_total{key="a\\"b\\\\c",hand="left"} 2
pressed_total{key="x",hand="left"} 2
# HELP took_seconds How long it took.
# TYPE took_seconds histogram
took_seconds_bucket{key="x",le="0.1"} 1
took_seconds_bucket{key="x",le="1"} 3
took_seconds_bucket{key="x",le="+Inf"} 4
took_seconds_sum{key="x"} 4.85
took_seconds_count{key="x"} 4
took_seconds_bucket{le="0.1"} 0
took_seconds_bucket{le="1"} 0
took_seconds_bucket{le="+Inf"} 1
took_seconds_sum 2
took_seconds_count 1
# HELP open What is open.
# TYPE open gauge
open 3
`);
});
