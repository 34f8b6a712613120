import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { DeskLink, type DialDesk, type SocketHandlers } from '../../../integrations/companion/desk-link.ts';
import { smallState } from '../../kit/companion/desk-states.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const address = { host: 'desk', port: 8_930, token: 'T' };
const state = JSON.stringify({ type: 'state', state: smallState });
const change = JSON.stringify({ type: 'change', change: { looks: [] } });

/** A link whose dials a test answers. `heard` is what the desk was sent over its WebSockets. */
function linked() {
  const clock = new ManualClock();
  const dials: { at: number; handlers: SocketHandlers; isOver: boolean }[] = [];
  const heard: string[] = [];
  const shown: string[] = [];
  let losses = 0;
  const dial: DialDesk = (_, handlers) => {
    const dial = { at: clock.monotonic(), handlers, isOver: false };
    dials.push(dial);
    return { ping: () => heard.push('ping'), end: () => (dial.isOver = true) };
  };
  const link: DeskLink = new DeskLink(clock, dial, {
    changed: () => shown.push(link.known.link.is),
    lost: () => (losses += 1),
  });
  link.open(address);
  return { clock, dials, heard, link, shown, last: () => dials.at(-1)!.handlers, losses: () => losses };
}

describe('the link to the desk', () => {
  it('is open once the state has arrived, and follows what changes', () => {
    const { link, last, shown } = linked();
    expect(link.known).toEqual({ link: { is: 'connecting' }, state: null });
    last().text(state);
    expect(link.known).toEqual({ link: { is: 'open' }, state: smallState });
    last().text(change);
    expect(link.known).toEqual({ link: { is: 'open' }, state: { ...smallState, looks: [] } });
    expect(shown).toEqual(['connecting', 'open', 'open']);
  });

  it('knows the time of the desk, never a later one, and nothing of it after it was lost', async () => {
    const { clock, last, link } = linked();
    last().text(state);
    expect(link.deskTime(clock.monotonic())).toBeUndefined();
    // This one was held up for longer than the next.
    await clock.pass(900);
    last().text(JSON.stringify({ type: 'time', time: 50_000 }));
    await clock.pass(1_500);
    last().text(JSON.stringify({ type: 'time', time: 52_300 }));
    await clock.pass(400);
    expect(link.deskTime(clock.monotonic() - 100)).toBeCloseTo(52_600, 0);
    last().closed('Gone.');
    await clock.pass(500);
    expect(link.deskTime(clock.monotonic())).toBeUndefined();
  });

  it('dials a desk that is gone again, after longer and longer, and after a short time again once it was there', async () => {
    const { clock, dials, last, link } = linked();
    const between = async (): Promise<number> => {
      const { length } = dials;
      const from = clock.monotonic();
      last().closed('Nobody there.');
      expect(link.known.link).toEqual({ is: 'gone', reason: 'Nobody there.' });
      while (dials.length === length) await clock.pass(100);
      return dials.at(-1)!.at - from;
    };
    const waits: number[] = [];
    for (let loss = 0; loss < 7; loss += 1) waits.push(await between());
    last().text(state);
    waits.push(await between());
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 500]);
  });

  it('takes a desk that says nothing for five seconds for gone, and keeps its names', async () => {
    const { clock, dials, heard, last, link, losses } = linked();
    last().text(state);
    await clock.pass(4_000);
    last().alive();
    await clock.pass(4_999);
    expect(link.known.link.is).toBe('open');
    await clock.pass(1);
    expect(link.known).toEqual({
      link: { is: 'gone', reason: 'Nothing came from the desk for 5 seconds.' },
      state: smallState,
    });
    expect([losses(), dials[0]!.isOver]).toEqual([1, true]);
    expect(heard.filter((each) => each !== 'ping')).toEqual([]);
    expect(heard.length).toBe(5);
  });

  it('asks a desk that lets it not in again only after 15 seconds', async () => {
    const { clock, dials, last, link } = linked();
    last().refused(401, texts.remote.tokenWrong);
    const refused = { is: 'refused', status: 401, reason: texts.remote.tokenWrong };
    expect(link.known).toEqual({ link: refused, state: null });
    await clock.pass(14_999);
    expect(dials.length).toBe(1);
    await clock.pass(1);
    expect(dials.length).toBe(2);
    expect(link.known.link).toEqual(refused);
    last().text(state);
    expect(link.known.link.is).toBe('open');
  });

  it.each([
    ['no JSON'],
    ['{"type":"weather"}'],
    [change],
    [JSON.stringify({ type: 'state', state: { ...smallState, apps: 1 } })],
  ])('believes nothing after what it cannot read: %s', (text) => {
    const { last, link } = linked();
    last().text(text);
    expect(link.known.link.is).toBe('unreadable');
  });

  it('forgets the desk before when it is given another, and dials nothing once it is closed', async () => {
    const { clock, dials, last, link } = linked();
    last().text(state);
    link.open({ ...address, host: 'other' });
    expect([link.known, dials[0]!.isOver]).toEqual([{ link: { is: 'connecting' }, state: null }, true]);
    last().closed('Gone.');
    link.close('Removed.');
    await clock.pass(60_000);
    expect([dials.length, link.known]).toEqual([2, { link: { is: 'off', reason: 'Removed.' }, state: null }]);
  });
});
