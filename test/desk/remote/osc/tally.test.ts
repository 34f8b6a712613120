import { describe, expect, it } from 'vitest';
import type { DeskChange, SubCompositionView } from '../../../../contract/desk-api/desk-api.ts';
import type { ModelItem } from '../../../../contract/model/control.ts';
import { readPacket } from '../../../../desk/remote/osc/packet.ts';
import type { OscSender } from '../../../../desk/osc-ports.ts';
import { OscTally } from '../../../../desk/remote/osc/tally.ts';
import { modelItem } from '../../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../../kit/manual-clock.ts';

type Told = Pick<SubCompositionView, 'tally' | 'onAir'>;
const out: Told = { tally: 'OUT', onAir: 'no' };
const onAir: Told = { tally: 'ON AIR', onAir: 'yes' };
const unknown: Told = { tally: 'UNKNOWN', onAir: 'unknown' };

/** A tally of a show with these sub-compositions, each `OUT`, and what it has sent. */
function told(names: readonly string[], destinations = ['192.0.2.9:9000']) {
  const clock = new ManualClock();
  const itemsOf = (all: readonly string[]): ModelItem[] => all.map((name, at) => modelItem({ id: `news/${at}`, name }));
  const subs = new Map(names.map((_, at) => [`news/${at}`, out]));
  let sent: string[] = [];
  let change: (change: DeskChange) => void = () => undefined;
  const sender: OscSender = {
    send: (bytes, { address, port }) => {
      const packet = readPacket(bytes);
      if (!('address' in packet)) throw new Error('The tally sends messages.');
      const [value] = packet.arguments;
      sent.push(`${address}:${port} ${packet.address} ${value && 'value' in value ? String(value.value) : ''}`);
    },
    close: () => Promise.resolve(),
  };
  const tally = new OscTally(
    destinations,
    { clock, sender },
    {
      sub: (address) => subs.get(address),
      watch: (hear) => {
        change = hear;
        return { state: { model: itemsOf(names) }, leave: () => (change = () => undefined) };
      },
    },
  );
  return {
    clock,
    tally,
    subs,
    become: (id: string, now: Told) => {
      subs.set(`news/${id}`, now);
      change({ subs: { [`news/${id}`]: now as SubCompositionView } });
    },
    rename: (all: readonly string[]) => change({ model: itemsOf(all) }),
    /** What was sent since the last question. */
    heard: () => {
      const before = sent;
      sent = [];
      return before.map((one) => one.replace('192.0.2.9:9000 ', ''));
    },
  };
}

describe('the tally by OSC', () => {
  it('tells the whole at first and every ten seconds', async () => {
    const { clock, heard } = told(['Title', 'Bug']);
    const whole = [
      '/overlay/tally/Title OUT',
      '/overlay/onair/Title 0',
      '/overlay/tally/Bug OUT',
      '/overlay/onair/Bug 0',
    ];
    await clock.pass(50);
    expect(heard()).toEqual(whole);
    await clock.pass(9_949);
    expect(heard()).toEqual([]);
    await clock.pass(51);
    expect(heard()).toEqual(whole);
  });

  it('tells each change soon, and only the last of those that come at once', async () => {
    const { clock, heard, become } = told(['Title', 'Bug']);
    await clock.pass(50);
    heard();
    become('0', { tally: 'REQUESTED', onAir: 'no' });
    become('0', onAir);
    await clock.pass(50);
    expect(heard()).toEqual(['/overlay/tally/Title ON AIR', '/overlay/onair/Title 1']);
  });

  it('says that nobody knows, and never that it is on air, as soon as that is so', async () => {
    const { clock, heard, become, subs } = told(['Title']);
    become('0', onAir);
    // It is lost before the change was told: what is told is what is known by then.
    subs.set('news/0', unknown);
    await clock.pass(50);
    expect(heard()).toEqual(['/overlay/tally/Title UNKNOWN', '/overlay/onair/Title 0']);
  });

  it('says the same of what is gone from the show, and once more when it ends', async () => {
    const { clock, heard, become, rename, tally } = told(['Title', 'Bug']);
    become('0', onAir);
    await clock.pass(50);
    heard();
    rename(['Title']);
    expect(heard()).toEqual(['/overlay/tally/Bug UNKNOWN', '/overlay/onair/Bug 0']);
    await tally.close();
    expect(heard()).toEqual(['/overlay/tally/Title UNKNOWN', '/overlay/onair/Title 0']);
    become('0', onAir);
    await clock.pass(60_000);
    expect(heard()).toEqual([]);
  });

  it('names each as an address may, and those that share a name by their own address', async () => {
    const { clock, heard } = told(['Lower Third', 'Büg/1', 'Twin', 'Twin']);
    await clock.pass(50);
    expect(heard().filter((one) => one.includes('onair'))).toEqual([
      '/overlay/onair/Lower_Third 0',
      '/overlay/onair/B_g_1 0',
      '/overlay/onair/news_2 0',
      '/overlay/onair/news_3 0',
    ]);
  });

  it('tells every destination', async () => {
    const { clock, heard } = told(['Title'], ['192.0.2.9:9000', '[2001:db8::9]:7000']);
    await clock.pass(50);
    expect(heard().filter((one) => one.includes('onair'))).toEqual([
      '/overlay/onair/Title 0',
      '2001:db8::9:7000 /overlay/onair/Title 0',
    ]);
  });

  it('of a large show is told in parts, changes first', async () => {
    const { clock, heard, become } = told(Array.from({ length: 250 }, (_, at) => `Sub ${at}`));
    become('249', onAir);
    await clock.pass(50);
    const first = heard();
    expect([first.length, first[0]]).toEqual([200, '/overlay/tally/Sub_249 ON AIR']);
    await clock.pass(100);
    expect(heard().length).toBe(300);
  });
});
