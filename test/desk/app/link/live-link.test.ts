import { texts } from '../../../../contract/texts/texts.ts';
import { errorTable } from '../../../../contract/errors.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveLink } from '../../../../desk/app/link/live-link.ts';
import type { ControlItem } from '../../../../contract/model/control.ts';
import { openTruth } from '../../../../desk/app/link/live-or-poll.ts';
import { QuotaGovernor } from '../../../../desk/app/link/quota.ts';
import type { TruthFrame, TruthPorts } from '../../../../desk/app/link/truth-link.ts';
import type { LiveHandlers } from '../../../../desk/ports.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';
import { modelItem, snapshot } from '../../../kit/desk/scripted-ports.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';

const target = { base: 'http://box', token: 'tok' };
const unreadable = { UTC: 0, isRunning: false, value: 2 ** 60 };

const control = (id: string): ControlItem => {
  return { subCompositionId: id, subCompositionName: '', mainComposition: false, state: 'Out1', payload: {} };
};

const clock = new ManualClock();
let channels: LiveHandlers[];
let told: (TruthFrame | { lost: string })[];
/** The rows of a service that is polled. */
const rows = (url: string): string => {
  return JSON.stringify([url.endsWith('/model') ? modelItem({ id: 'root' }) : control('root')]);
};
const ports: TruthPorts = {
  clock,
  knownError,
  random: () => 0,
  revision: () => -1,
  quota: new QuotaGovernor(clock, () => undefined),
  connection: {
    request: ({ url }) => Promise.resolve({ status: 200, body: rows(url), headers: {}, etag: null }),
    openLive: (_url, handlers) => {
      channels.push(handlers);
      return { send: () => undefined, close: () => undefined };
    },
  },
  onFrame: (frame) => void told.push(frame),
  onLost: (lost) => void told.push({ lost }),
};

beforeEach(() => {
  [channels, told] = [[], []];
});

describe('a value that this desk cannot read', () => {
  const first = snapshot([modelItem({ id: 'clock' })], [control('clock')], 1);

  it('costs that value and not the channel, and is named until a snapshot holds none', () => {
    const link = new LiveLink(target, ports, () => expect.fail());
    const payload = { goals: '1', time: unreadable };
    const say = (frame: unknown): void => channels[0]!.onText(JSON.stringify(frame));
    say({ ...first, control: first.control.map((item) => ({ ...item, payload })) });
    say({ type: 'change', revision: 2, now: 0, changes: [{ id: 'clock', payload, state: 'In' }] });
    const { reason } = link;
    say(first);
    link.close();
    expect(told).toEqual([
      { ...first, control: first.control.map((item) => ({ ...item, payload: { goals: '1' } })) },
      { type: 'change', revision: 2, now: 0, changes: [{ id: 'clock', payload: { goals: '1' }, state: 'In' }] },
      first,
    ]);
    expect([reason, link.reason]).toEqual([texts.link.unreadableValues('"time"'), '']);
  });
});

describe('the reason for polling', () => {
  it('is the failure of the live channel', async () => {
    const link = openTruth(target, ports);
    for (let at = 0; at < 3; at++) {
      channels.at(-1)!.onText('{"type":"change"}');
      await clock.pass(500);
    }
    await settled();
    const { mode, reason } = link;
    link.close();
    expect({ mode, reason }).toEqual({ mode: 'polled', reason: errorTable['answer-garbage'].operator });
  });

  it('ends soon after a service answers again that hung', async () => {
    const link = openTruth(target, ports);
    for (let at = 0; at < 3; at++) {
      channels.at(-1)!.onText('{"type":"change"}');
      await clock.pass(500);
    }
    const opened = channels.length;
    await clock.pass(1_000);
    expect([link.mode, channels.length]).toEqual(['polled', opened + 1]);
    const first = snapshot([modelItem({ id: 'root' })], [control('root')], 1);
    channels.at(-1)!.onText(JSON.stringify(first));
    const { mode, reason } = link;
    link.close();
    expect({ mode, reason }).toEqual({ mode: 'live', reason: '' });
  });

  it('leaves no live attempt behind that was under way when polling answered first', async () => {
    const open = new Set<number>();
    let opened = 0;
    const began = clock.monotonic();
    const openLive = (_url: string, handlers: LiveHandlers) => {
      const id = ++opened;
      open.add(id);
      const fail = (): void => {
        open.delete(id);
        handlers.onClose(1006, '');
      };
      if (clock.monotonic() - began < 29_000) clock.after(1, fail);
      return { send: () => undefined, close: () => void open.delete(id) };
    };
    const quota = {
      learn: () => undefined,
      spend: () => undefined,
      wait: () => Math.max(0, began + 30_400 - clock.monotonic()),
    };
    const link = openTruth(target, { ...ports, quota, connection: { ...ports.connection, openLive } });
    for (let at = 0; at < 400; at += 1) {
      await clock.pass(100);
      await settled();
    }
    link.close();
    const before = opened;
    await clock.pass(120_000);
    expect([opened - before, [...open]]).toEqual([0, []]);
  });

  it('is none where the service has no live channel', async () => {
    const link = openTruth(target, ports);
    channels[0]!.onClose(1006, '', { status: 404 });
    await settled();
    const { mode, reason } = link;
    link.close();
    expect({ mode, reason }).toEqual({ mode: 'polled', reason: '' });
  });
});
