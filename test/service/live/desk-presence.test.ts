import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskMessage, DesksFrame } from '../../../contract/service-api/desk-presence.ts';
import { DeskPresence } from '../../../service/live/desk-presence.ts';

let desks: DeskPresence<string>;
beforeEach(() => {
  desks = new DeskPresence();
  desks.open('a', 'Gallery', 0);
  desks.open('b', 'Truck', 0);
});

const say = (key: string, saying: DeskMessage, now = 0): unknown => desks.take(key, JSON.stringify(saying), now);
const holds = (now = 0): DesksFrame['desks'] => desks.frameFor('a', now).desks;

describe('who holds what', () => {
  it('is told to every desk, with which of them it is', () => {
    say('a', { type: 'hold', id: 'third' });
    const [gallery, truck] = ['a', 'b'].map((key) => desks.frameFor(key, 7).you);
    expect(truck).toBe(Number(gallery) + 1);
    expect(desks.frameFor('b', 7)).toEqual({
      type: 'desks',
      now: 7,
      you: truck,
      desks: [
        { desk: gallery, name: 'Gallery', holds: ['third'] },
        { desk: truck, name: 'Truck', holds: [] },
      ],
    });
  });

  it('stays with who came first, until that lets go or is taken over', () => {
    say('a', { type: 'hold', id: 'third' });
    expect(say('b', { type: 'hold', id: 'third' })).toBeUndefined();
    expect(holds().map((desk) => desk.holds)).toEqual([['third'], []]);
    say('b', { type: 'hold', id: 'third', over: true });
    expect(holds().map((desk) => desk.holds)).toEqual([[], ['third']]);
    say('a', { type: 'release', id: 'third' });
    expect(holds().map((desk) => desk.holds)).toEqual([[], ['third']]);
    say('b', { type: 'release', id: 'third' });
    say('a', { type: 'hold', id: 'third' });
    expect(holds().map((desk) => desk.holds)).toEqual([['third'], []]);
  });

  it('is let go when the desk leaves, and a later one is another one', () => {
    say('a', { type: 'hold', id: 'third' });
    const [earlier, truck] = [desks.frameFor('a', 0).you, desks.frameFor('b', 0).you];
    desks.leave('a');
    desks.open('a', 'Gallery', 10);
    const { you, desks: present } = desks.frameFor('a', 10);
    expect(present).toMatchObject([{ desk: truck }, { desk: you, holds: [] }]);
    expect(new Set([earlier, truck, you]).size).toBe(3);
  });

  it('is told by numbers that do not come again after a restart of the service', () => {
    const again = new DeskPresence<string>();
    again.open('a', 'Gallery', 0);
    expect(again.frameFor('a', 0).you).not.toBe(desks.frameFor('a', 0).you);
  });

  it('is let go when the desk is silent for six seconds, and taken up again when it is not, if it is still free', () => {
    for (const id of ['third', 'bug']) say('a', { type: 'hold', id });
    say('b', { type: 'here' }, 5_999);
    expect(holds(5_999).map(({ name }) => name)).toEqual(['Gallery', 'Truck']);
    expect(holds(6_000).map(({ name }) => name)).toEqual(['Truck']);
    say('b', { type: 'hold', id: 'third' }, 6_000);
    say('a', { type: 'here' }, 6_500);
    expect(holds(6_500).map((desk) => desk.holds)).toEqual([['bug'], ['third']]);
  });

  it('is news when it changed, and once', () => {
    expect([desks.hasChanged(0), desks.hasChanged(0)]).toEqual([true, false]);
    say('a', { type: 'hold', id: 'third' });
    expect([desks.hasChanged(0), desks.hasChanged(0), desks.hasChanged(6_000)]).toEqual([true, false, true]);
    say('b', { type: 'here', name: 'Truck 2' }, 6_000);
    expect([desks.hasChanged(6_000), holds(6_000)[0]?.name]).toEqual([true, 'Truck 2']);
  });
});

describe('what a desk says', () => {
  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a report of a page', '{"type":"report"}'],
    ['a hold of nothing', '{"type":"hold"}'],
    ['a hold with more than belongs there', '{"type":"hold","id":"a","force":true}'],
    ['a hold of a name as long as a book', JSON.stringify({ type: 'hold', id: 'x'.repeat(101) })],
  ])('is refused where it is %s', (_, text) => {
    expect(desks.take('a', text, 0)).toEqual({ code: 4400, reason: 'This is not a message of a desk.' });
  });

  it('is refused of who is no desk', () => {
    expect(desks.take('page', '{"type":"here"}', 0)).toEqual({
      code: 4400,
      reason: 'Only a desk sends messages here.',
    });
  });

  it('may come fifty times a second, and not more often', () => {
    const answers = Array.from({ length: 51 }, () => say('a', { type: 'here' }, 500));
    expect(answers.slice(0, 50)).toEqual(Array(50).fill(undefined));
    expect(answers[50]).toEqual({ code: 4420, reason: 'This desk sends more than 50 messages a second.' });
  });

  it.each(['main', 'backup'] as const)('is backup where two say both sides in one moment, and %s first', (first) => {
    for (const side of [first, first === 'main' ? 'backup' : 'main'] as const)
      say('a', { type: 'active', side, at: 5 });
    expect(desks.toPages.active).toEqual({ side: 'backup', at: 5 });
    say('b', { type: 'active', side: 'main', at: 6 });
    expect(desks.toPages.active).toEqual({ side: 'main', at: 6 });
  });

  it('holds 200 sub-compositions, and not more', () => {
    const answers = Array.from({ length: 201 }, (_, at) => say('a', { type: 'hold', id: `${at}` }, at * 100));
    expect([answers[199], answers[200]]).toEqual([
      undefined,
      { code: 4400, reason: 'This desk holds more than 200 sub-compositions.' },
    ]);
  });
});
