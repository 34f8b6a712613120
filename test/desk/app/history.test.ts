import { describe, expect, it } from 'vitest';
import { StateHistory } from '../../../desk/app/history.ts';

const now = { at: 0, start: 0 };

/** A holder that set the state at revision 2, and whether the history still says that the state is its own. */
function held(): { history: StateHistory; isOwn(): boolean } {
  const history = new StateHistory();
  history.set('third', 2);
  const { count } = history.of('third');
  return { history, isOwn: () => history.of('third').count === count };
}

describe('the history of a state', () => {
  it.each([
    ['a later revision sets it, even to the same state', (history: StateHistory) => history.set('third', 3), 'known'],
    [
      'this desk sets it, before the change arrives',
      (history: StateHistory) => history.confirmed('third', 3, true),
      'desk',
    ],
    [
      'this desk sets it at a service that names no revision',
      (history: StateHistory) => history.confirmed('third', 3, false),
      'known',
    ],
    ['revisions were missed', (history: StateHistory) => history.missed('third', 9, true), 'missed'],
    [
      'others change values at a polled service',
      (history: StateHistory) => history.changedElsewhere('third', now, true),
      'elsewhere',
    ],
  ])('ends what a cue owns where %s', (_, happen, by) => {
    const { history, isOwn } = held();
    happen(history);
    expect([isOwn(), history.of('third').by]).toEqual([false, by]);
  });

  it.each([
    ['the same revision arrives again', (history: StateHistory) => history.set('third', 2)],
    ['an earlier answer comes late', (history: StateHistory) => history.confirmed('third', 1, true)],
    ['others change values on the live channel', (history: StateHistory) => history.changedElsewhere('third', now)],
    ['a snapshot is of the same revision', (history: StateHistory) => history.missed('third', 2, true)],
    [
      'another counter begins, and no change is visible',
      (history: StateHistory) => {
        history.beginAnew();
        history.missed('third', 1, false);
      },
    ],
    [
      'its first revision by another counter equals the old one',
      (history: StateHistory) => {
        history.beginAnew();
        history.missed('third', 7, false);
        history.set('third', 7);
      },
    ],
  ])('keeps what a cue owns where %s', (_, happen) => {
    const { history, isOwn } = held();
    happen(history);
    expect(isOwn()).toBe(true);
  });

  it('gives no count twice, also for what was deleted and came back', () => {
    const { history, isOwn } = held();
    history.forget(() => true);
    history.set('third', 2);
    expect(isOwn()).toBe(false);
  });
});
