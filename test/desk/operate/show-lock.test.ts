import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { authoring } from '../../../contract/desk-api/authoring.ts';
import { isEditing } from '../../../contract/desk-api/desk-api.ts';
import { ShowLock } from '../../../desk/operate/show-lock.ts';
import type { Ground } from '../../../desk/ground.ts';
import type { Recording } from '../../../desk/log/recording.ts';
import { groundOn } from '../../kit/desk/ground.ts';
import { world } from '../../kit/desk/world.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { ids } from '../../kit/service/small-show.ts';

const refused = { code: 'show-locked' };

/** A lock over these settings. */
function lockOn(kept: Map<string, unknown>, clock = new ManualClock()) {
  const recorded: string[] = [];
  const settings = {
    member: (name: string) => kept.get(name) as never,
    save: (name: string, value: unknown) => void kept.set(name, value),
  };
  const recording: Pick<Recording, 'ofDesk'> = {
    ofDesk: ({ action }, _press, error) => recorded.push(error ? `${action}: ${error.code}` : action),
  };
  const lock = new ShowLock({
    ...groundOn({ clock }),
    settings,
    recording,
    asRun: { operator: 'Ada' },
  } as unknown as Ground);
  return { lock, clock, recorded };
}

describe('a locked show', () => {
  it('refuses edits, and plays everything', async () => {
    const stage = await world();
    const step = { targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' as const }] };
    const [cue = ''] = await stage.add({ number: '1', steps: [step] });
    await stage.screen.call('signOn', { name: 'Ada' });
    await stage.screen.call('lockShow', { pin: null });
    await stage.clock.pass(20);
    expect(stage.view.lock).toEqual({ locked: true, pin: false, by: 'Ada' });
    const edit = { edit: 'removeCues' as const, cues: [cue] };
    await expect(stage.screen.call('editRundown', edit)).rejects.toMatchObject(refused);
    await expect(stage.screen.call('undoEdit', {})).rejects.toMatchObject(refused);
    await expect(stage.screen.call('saveLook', { name: 'All', ids: [stage.at(ids.title)] })).rejects.toMatchObject(
      refused,
    );
    const composition = { endpoint: 'createComposition', params: {}, body: {} } as const;
    await expect(stage.screen.call('service', composition)).rejects.toMatchObject(refused);

    await stage.do({ do: 'go' });
    await stage.clock.pass(50);
    expect([stage.cue(cue).state, stage.tally(ids.title)]).toEqual(['ON AIR', 'ON AIR']);
    await stage.screen.call('unlockShow', { pin: null });
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(300);
    await stage.screen.call('undoEdit', {});
    const ofLock = stage.lines.filter(({ kind }) => kind === 'lock');
    expect(ofLock.map(({ operator, trigger, action }) => [operator, trigger, action])).toEqual([
      ['Ada', { kind: 'screen', detail: '2' }, texts.lock.locked],
      ['Ada', { kind: 'screen', detail: '2' }, texts.lock.unlocked],
    ]);
  });

  it('takes its PIN only, once a second, and records every wrong one', async () => {
    const kept = new Map<string, unknown>();
    const { lock, clock, recorded } = lockOn(kept);
    await lock.calls.lockShow({ pin: '2468' });
    expect(JSON.stringify([...kept])).not.toContain('2468');
    await expect(lock.calls.unlockShow({ pin: '1234' })).rejects.toMatchObject({ code: 'pin-wrong' });
    await expect(lock.calls.unlockShow({ pin: '2468' })).rejects.toMatchObject({ code: 'too-many' });
    expect(lock.view).toEqual({ locked: true, pin: true, by: 'Ada' });
    clock.jump(1_000);
    const first = lock.calls.unlockShow({ pin: null });
    await expect(lock.calls.unlockShow({ pin: '2468' })).rejects.toMatchObject({ code: 'too-many' });
    await expect(first).rejects.toMatchObject({ code: 'pin-wrong' });
    clock.jump(1_000);
    await lock.calls.unlockShow({ pin: '2468' });
    expect(lock.view.locked).toBe(false);
    expect(recorded).toEqual([
      texts.lock.locked,
      'Unlock show: pin-wrong',
      'Unlock show: pin-wrong',
      texts.lock.unlocked,
    ]);
  });

  it('is still locked after a restart, with the same PIN', async () => {
    const kept = new Map<string, unknown>();
    await lockOn(kept).lock.calls.lockShow({ pin: '13579' });
    const { lock } = lockOn(kept);
    expect(lock.view).toEqual({ locked: true, pin: true, by: 'Ada' });
    expect(() => lock.allow('undoEdit', {})).toThrow(expect.objectContaining(refused) as Error);
    await lock.calls.unlockShow({ pin: '13579' });
    expect(() => lock.allow('undoEdit', {})).not.toThrow();
  });

  it('lets authors read, and refuses what writes', () => {
    const refusedEndpoints = Object.keys(authoring).filter((endpoint) =>
      isEditing('service', { endpoint: endpoint as keyof typeof authoring, params: {} }),
    );
    expect(refusedEndpoints).toEqual([
      'createComposition',
      'writeContent',
      'writeRevision',
      'deleteRevision',
      'uploadThumbnail',
      'installGraphic',
      'loadComposition',
    ]);
  });
});
