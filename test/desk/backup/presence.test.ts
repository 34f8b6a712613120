import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it, vi } from 'vitest';
import type { DesksFrame } from '../../../contract/service-api/desk-presence.ts';
import { reportEvery } from '../../../contract/service-api/live-timing.ts';
import type { ScriptedPorts } from '../../kit/desk/scripted-ports.ts';
import { openLiveShow, openTwoApps } from '../../kit/service/scripted-show.ts';

/** The service tells who is there: this desk is 1, and another one may be. */
async function tell(ports: ScriptedPorts, own: string[], others?: { name: string; holds: string[] }): Promise<void> {
  const desks: DesksFrame['desks'] = [{ desk: 1, name: 'Desk', holds: own }];
  if (others) desks.push({ desk: 2, ...others });
  await ports.hear({ type: 'desks', now: 0, you: 1, desks });
}

const said = (ports: ScriptedPorts): unknown[] =>
  ports.channels
    .at(-1)
    ?.said.splice(0)
    .map((text) => JSON.parse(text) as unknown) ?? [];

describe('several desks on one service', () => {
  it('tell each other their names', async () => {
    const { ports, screen, view } = await openLiveShow();
    expect(new URL(ports.channels.at(-1)?.url ?? '').searchParams.get('desk')).toBe('Desk');
    await tell(ports, []);
    await screen.call('nameDesk', { name: 'Gallery' });
    expect([said(ports), view.deskName]).toEqual([[{ type: 'here', name: 'Gallery' }], 'Gallery']);
    expect(ports.settings.written.at(-1)).toMatchObject({ deskName: 'Gallery' });
  });

  it('see who holds what', async () => {
    const { ports, sub } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    expect([sub('third')?.holder, sub('bug')?.holder]).toEqual(['Truck', null]);
    await tell(ports, [], { name: 'Truck', holds: ['bug'] });
    expect([sub('third')?.holder, sub('bug')?.holder]).toEqual([null, 'Truck']);
  });

  it('say that they are there as long as they are', async () => {
    const { ports } = await openLiveShow();
    await tell(ports, []);
    for (const _ of [1, 2, 3]) {
      await ports.hear({ type: 'beat', revision: 1, now: 0 });
      await ports.clock.pass(1_000);
    }
    expect(said(ports)).toEqual([{ type: 'here' }]);
  });
});

describe('an edit', () => {
  it('holds its sub-composition until it is sent', async () => {
    const { ports, screen } = await openLiveShow();
    await tell(ports, []);
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    expect(said(ports)).toEqual([{ type: 'hold', id: 'third' }]);
    await tell(ports, ['third']);
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada L' } });
    expect(said(ports)).toEqual([]);
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    expect(said(ports)).toEqual([{ type: 'release', id: 'third' }]);
  });

  it('that is dropped lets go', async () => {
    const { ports, screen } = await openLiveShow();
    await tell(ports, []);
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    await tell(ports, ['third']);
    await screen.call('do', { action: { do: 'discard', subComposition: 'third' } });
    expect(said(ports)).toEqual([
      { type: 'hold', id: 'third' },
      { type: 'release', id: 'third' },
    ]);
  });

  it('in a field holds too, until the screen leaves the field or is gone', async () => {
    const { ports, screen, leave } = await openLiveShow();
    await tell(ports, []);
    await screen.call('hold', { address: 'third' });
    await screen.call('hold', { address: 'bug' });
    await tell(ports, ['third', 'bug']);
    await screen.call('release', { address: 'bug' });
    expect(said(ports)).toEqual([
      { type: 'hold', id: 'third' },
      { type: 'hold', id: 'bug' },
      { type: 'release', id: 'bug' },
    ]);
    leave();
    expect(said(ports)).toEqual([{ type: 'release', id: 'third' }]);
  });

  it('of what another desk holds takes nothing from it, and is sent all the same', async () => {
    const { ports, screen } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    expect(said(ports)).toEqual([]);
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { line1: 'Ada' } }]);
  });

  it('holds what becomes free while it lasts', async () => {
    const { ports, screen } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    await tell(ports, [], { name: 'Truck', holds: [] });
    expect(said(ports)).toEqual([{ type: 'hold', id: 'third' }]);
  });
});

describe('taking over', () => {
  it('is one press, and stands in the log when the service has told it', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    await screen.call('takeOver', { address: 'third' });
    expect([said(ports), ports.lines]).toEqual([[{ type: 'hold', id: 'third', over: true }], []]);
    const at = new Date(ports.clock.now()).toISOString();
    await ports.clock.pass(40);
    await tell(ports, ['third'], { name: 'Truck', holds: [] });
    expect(sub('third')?.holder).toBeNull();
    expect(
      ports.lines.map((line) => [line.action, line.result, line.targets[0]?.name, line.at, line.milliseconds]),
    ).toEqual([['Take over', 'confirmed', 'Lower Third', at, 40]]);
    await ports.clock.pass(2_000);
    expect(ports.lines).toHaveLength(1);
  });

  it('that the service does not tell in time is given up as unknown', async () => {
    const { ports, screen } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    await screen.call('takeOver', { address: 'third' });
    await ports.clock.pass(1_000);
    await ports.hear({ type: 'beat', revision: 1, now: 0 });
    await ports.clock.pass(1_000);
    expect(ports.lines.map(({ action, result, milliseconds }) => [action, result, milliseconds])).toEqual([
      ['Take over', 'unknown', 2_000],
    ]);
  });

  it('is told where it is taken from', async () => {
    const { ports, screen, view, sub } = await openLiveShow();
    await tell(ports, []);
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    await tell(ports, ['third']);
    await tell(ports, [], { name: 'Truck', holds: ['third'] });
    expect([sub('third')?.holder, sub('third')?.staged]).toEqual(['Truck', { line1: 'Ada' }]);
    expect(view.notices.map(({ text }) => text)).toContain('Truck took over Lower Third.');
    expect(
      ports.lines.map(({ action, trigger, result, targets }) => [action, trigger, result, targets[0]?.name]),
    ).toEqual([[texts.backup.takenOver, { kind: 'desk', detail: 'Truck' }, 'confirmed', 'Lower Third']]);
    expect(said(ports)).toEqual([{ type: 'hold', id: 'third' }]);
  });

  it('is refused where the service does not show desks to each other', async () => {
    const { screen } = await openLiveShow();
    await expect(screen.call('takeOver', { address: 'third' })).rejects.toMatchObject({
      code: 'call-invalid',
      message: texts.backup.desksHidden,
    });
  });
});

describe('an app that is let go', () => {
  it('is no longer told that this desk is there', async () => {
    const { ports, screen } = await openTwoApps();
    await ports.hear({ type: 'desks', now: 0, you: 1, desks: [{ desk: 1, name: 'Desk', holds: [] }] }, 'two');
    await screen.call('hold', { address: 'embedded-2/third' });
    await screen.call('chooseApps', { id: 'embedded', apps: [1] });
    const timers = vi.spyOn(ports.clock, 'after');
    for (const _ of [1, 2, 3, 4]) {
      await ports.clock.pass(1_000);
      await ports.hear({ type: 'beat', revision: 1, now: 0 }, 'one');
    }
    expect(timers.mock.calls.filter(([within]) => within === reportEvery)).toEqual([]);
  });
});

describe('a service that is lost', () => {
  it('leaves nobody holding anything, and what is being edited is held again afterwards', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await tell(ports, [], { name: 'Truck', holds: ['bug'] });
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
    await tell(ports, ['third'], { name: 'Truck', holds: ['bug'] });
    said(ports);
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await ports.clock.pass(100);
    expect(sub('bug')?.holder).toBeNull();
    await tell(ports, []);
    expect(said(ports)).toEqual([{ type: 'hold', id: 'third' }]);
  });
});
