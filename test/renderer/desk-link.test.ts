import { describe, expect, it } from 'vitest';
import type { Pipe } from '../../contract/link/link.ts';
import { redialAfter, stayLinked } from '../../renderer/link/stay-linked.ts';
import { DeskTime } from '../../renderer/state/desk-time.ts';
import { isDone, type FieldDraft } from '../../renderer/fields/drafts.svelte.ts';
import { eveningNews, ids } from '../kit/service/evening-news.ts';
import { pipePair } from '../../contract/link/pipe-pair.ts';
import { ScriptedDesk } from '../kit/screens/scripted-desk.ts';

const news = eveningNews('http://127.0.0.1/onair');

describe('the link to the desk', () => {
  it('waits longer after each failure in a row, by chance, from about 50 ms to 1 s', () => {
    expect([redialAfter(0, 0), redialAfter(0, 1), redialAfter(2, 0.5), redialAfter(30, 0), redialAfter(30, 1)]).toEqual(
      [50, 75, 175, 525, 1000],
    );
  });

  it('watches afresh after the desk went away, and says so in between', async () => {
    const desk = new ScriptedDesk(news);
    const said: string[] = [];
    const pairs: ReturnType<typeof pipePair>[] = [];
    const linkedTwice = Promise.withResolvers<undefined>();
    const names: (string | undefined)[] = [];
    const dial = (screen?: string): Promise<Pipe> => {
      names.push(screen);
      if (said.length === 2) {
        said.push('refused');
        return Promise.reject(new Error('refused'));
      }
      const pair = pipePair();
      pairs.push(pair);
      desk.serve(pair.far);
      return Promise.resolve(pair.near);
    };
    const end = {
      linked: (_: unknown, view: typeof news): void => {
        said.push(`linked: ${view.apps[0]?.name}`);
        if (pairs.length === 1) pairs[0]?.close();
        else linkedTwice.resolve(undefined);
      },
      changed: (): void => {},
      keyRefused: (): void => {},
      gone: (): void => void said.push('gone'),
    };
    void stayLinked(dial, end, () => Promise.resolve());
    await linkedTwice.promise;
    expect(said).toEqual(['linked: Evening News', 'gone', 'refused', 'gone', 'linked: Evening News']);
    expect(names).toEqual([undefined, 'Screen 1', 'Screen 1']);
  });

  it('tells what changed after the whole view, and nothing before it', async () => {
    const desk = new ScriptedDesk(news);
    const { near, far } = pipePair();
    desk.serve(far);
    const changed = Promise.withResolvers<unknown>();
    const end = {
      linked: (): void => desk.tell({ notices: [] }),
      changed: (change: unknown): void => changed.resolve(change),
      keyRefused: (): void => {},
      gone: (): void => {},
    };
    void stayLinked(
      () => Promise.resolve(near),
      end,
      () => new Promise(() => {}),
    );
    expect(await changed.promise).toEqual({ notices: [] });
  });
});

describe('the desk’s clock, read from its stamps', () => {
  it('is this screen’s own until the desk was heard', () => {
    expect(new DeskTime().ahead).toBe(0);
  });
  it('is judged by the stamp that was the least time under way', () => {
    const time = new DeskTime();
    time.add(10_000, 9_400);
    time.add(10_500, 9_700);
    time.add(11_000, 10_450);
    expect(time.ahead).toBe(800);
  });
  it('is judged anew where the desk’s clock was set back', () => {
    const time = new DeskTime();
    time.add(60_000, 1_000);
    time.add(31_500, 2_500);
    expect(time.ahead).toBe(29_000);
  });
});

describe('what an operator typed', () => {
  const view = news.subs[ids.lowerThird];
  const later = { ...view!, staged: {} };
  const draft: FieldDraft = { text: 'Ada', value: 'Ada', problem: '', settled: true, sentOn: view };

  it.each<[string, Partial<FieldDraft>, Partial<Parameters<typeof isDone>[1]>, boolean]>([
    ['stays while it is being typed', {}, { typing: true, view: later }, false],
    ['stays until the desk has answered', { settled: false }, { view: later }, false],
    ['stays where the desk did not keep it', { problem: 'The desk has gone away.' }, { view: later }, false],
    ['stays while the desk has told nothing since', {}, { value: 'Grace' }, false],
    ['goes when the desk shows the same', {}, { value: 'Ada' }, true],
    ['goes when the desk has told something since', {}, { value: 'Grace', view: later }, true],
  ])('%s', (_, of, now, spent) => {
    expect(isDone({ ...draft, ...of }, { typing: false, value: 'Grace', view, ...now })).toBe(spent);
  });
});
