import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const { title, score, lowerThird, home } = ids;

const onAir = ({ service }: World): string[] =>
  service.show.control().flatMap(({ state, subCompositionId }) => (state === 'In' ? subCompositionId : []));

const take = (stage: World, id: string, to: 'In' | 'Out1') =>
  ({ do: 'take', subComposition: stage.at(id), to, action: 'play' }) as const;

function elsewhere({ service }: World, subCompositionId: string, state: 'In' | 'Out1'): void {
  service.show.apply([{ subCompositionId, state }]);
}

function lose({ service }: World): void {
  service.away = true;
  service.disturb({ kind: 'cut' });
}

describe('two hands whose presses wait for one graphic', () => {
  it('have an undo each: that of one takes back nothing of the other', async () => {
    const stage = await world();
    const { screen } = await watchDesk(stage.desk);
    const targets = [title, score].map((id) => ({ subComposition: stage.at(id), name: id, state: 'In' as const }));
    const [cue = ''] = await stage.addAside({ number: '1', steps: [{ targets }] });
    stage.service.updateFaults.push({ kind: 'none', there: 300, back: 0 });
    await stage.do(take(stage, home, 'In'));
    await stage.do({ do: 'fireCue', cue });
    await screen.call('do', { action: take(stage, title, 'Out1') });
    await stage.clock.pass(1_000);
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    await stage.clock.pass(1_000);
    expect(onAir(stage)).toContain(score);
  });

  it('keep the newer words: those of a refused take are not prepared over them', async () => {
    const stage = await world();
    const { screen } = await watchDesk(stage.desk);
    const set = (value: string) =>
      ({ do: 'set', subComposition: stage.at(lowerThird), field: 'line1', value, send: true }) as const;
    stage.service.updateFaults.push({ kind: 'none', there: 300, back: 0 }, { kind: 'status', status: 400, there: 1 });
    await stage.do(take(stage, home, 'In'));
    await stage.do(set('Ada'));
    await screen.call('do', { action: take(stage, lowerThird, 'In') });
    await screen.call('do', { action: set('Bob') });
    await stage.clock.pass(1_000);
    await stage.do(take(stage, lowerThird, 'In'));
    await stage.clock.pass(1_000);
    expect(stage.view.subs[stage.at(lowerThird)]?.values['line1']).toBe('Bob');
  });
});

describe('an undo of a press in two apps', () => {
  it('undoes nothing of it where one of them is polled since', async () => {
    const stage = await world({ apps: ['news', 'sport'] });
    const targets = [0, 1].map((app) => ({ subComposition: stage.at(title, app), name: title, state: 'In' as const }));
    const [cue = ''] = await stage.addAside({ number: '1', steps: [{ targets }] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    const [news, sport] = stage.services;
    sport!.hasLive = false;
    sport!.disturb({ kind: 'cut' });
    await stage.clock.pass(10_000);
    expect(stage.view.apps.map(({ truth }) => truth)).toEqual(['live', 'polled']);
    expect(stage.view.undoable['Screen 2']?.take).toBeNull();
    await expect(stage.do({ do: 'undo', what: 'take' })).rejects.toThrow(texts.undo.readAnew);
    await stage.clock.pass(1_000);
    expect([news!.sent.length, sport!.sent.length, stage.tally(title), stage.tally(title, 1)]).toEqual([
      1,
      1,
      'ON AIR',
      'ON AIR',
    ]);
  });
});

describe('a panic while the service is lost', () => {
  it('is not called confirmed because of a state that is caught up, while something is In', async () => {
    const stage = await world();
    await stage.do(take(stage, lowerThird, 'In'));
    await stage.clock.pass(1_000);
    lose(stage);
    elsewhere(stage, lowerThird, 'Out1');
    elsewhere(stage, score, 'In');
    await stage.clock.pass(1_000);
    await stage.do({ do: 'panic' });
    await stage.clock.pass(13_000);
    stage.service.away = false;
    await stage.clock.pass(30_000);
    expect(onAir(stage)).toEqual([score]);
    expect(stage.told).not.toContain(texts.panic.confirmedNow('news'));
  });

  it('offers to bring back nothing that it did not know to be on air', async () => {
    const stage = await world();
    await stage.do(take(stage, lowerThird, 'In'));
    await stage.clock.pass(1_000);
    lose(stage);
    elsewhere(stage, lowerThird, 'Out1');
    await stage.clock.pass(3_000);
    await stage.do({ do: 'panic' });
    stage.service.away = false;
    await stage.clock.pass(15_000);
    expect(stage.view.undoable['Screen 2']?.panic).toBeNull();
  });
});
