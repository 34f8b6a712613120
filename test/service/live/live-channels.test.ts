import { beforeEach, describe, expect, it } from 'vitest';
import type { AppliedUpdate, HeldApp } from '../../../service/held-app.ts';
import { addressesAt } from '../../../service/addresses.ts';
import { heldComposition } from '../../../service/domain/held-composition.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import type { Opening, Subscriber } from '../../../service/live/live-channel.ts';
import type { TextInTwo } from '../../../service/live/channel-view.ts';
import { LiveChannels } from '../../../service/live/live-channels.ts';
import type { StoredApp } from '../../../service/store/app-instances.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

/** A reader that is as slow as it is told to be, and keeps what it hears. */
class Reader implements Subscriber {
  waiting = 0;
  heard: unknown[] = [];
  pieces: (readonly string[])[] = [];
  /** What others may have been sent as well. */
  shared: string[] = [];
  closed: unknown;

  send(frames: readonly string[]): void {
    this.pieces.push(frames);
    for (const frame of frames) {
      const { type, revision } = JSON.parse(frame) as { type: string; revision: number };
      this.heard.push(`${type} ${revision}`);
    }
  }
  sendInTwo(frame: TextInTwo): void {
    this.send([frame.join('')]);
    this.shared.push(frame[1]);
  }
  close(code: number, reason: string): void {
    this.closed = [code, reason];
  }
  /** What it heard since it was last asked. */
  news(): unknown[] {
    return this.heard.splice(0);
  }
}

const app = (id: number): HeldApp => ({
  stored: { id, name: `App ${id}`, token: 'token', outputs: [] as StoredApp['outputs'] } as StoredApp,
  show: new LiveCompositions(smallShow),
  isUnreadable: false,
  revision: 7,
  unstored: false,
  composition: () => heldComposition(smallShow),
  loadedOf: () => 1,
});
let one: HeldApp;
let slowness: string[];
let channels: LiveChannels;
beforeEach(() => {
  one = app(1);
  slowness = [];
  const settle = (): void => undefined;
  channels = new LiveChannels(settle, () => 0, {
    addresses: addressesAt({ base: 'http://127.0.0.1', media: 'http://127.0.0.1:1', mediaPort: 1 }),
    limits: { maxSubscribers: 3, maxWaiting: 100, patience: 2 },
    watch: { slow: (what) => void slowness.push(what), dropped: () => undefined },
  });
});

const opening: Opening = { token: 'token', revision: undefined, scene: false, outputs: false };
const enter = (into = one, how: Partial<Opening> = {}): Reader => {
  const reader = new Reader();
  channels.enter(into, reader, { ...opening, ...how });
  return reader;
};
/** The changes of a commit: so many, each with these words. */
const change = (of = one, { count = 1, words = '1' } = {}): AppliedUpdate[] =>
  Array.from({ length: count }, () => {
    of.revision += 1;
    return { app: of, revision: of.revision, now: 0, changes: [{ id: ids.home, payload: { goals: words } }] };
  });

describe('the changes of one commit', () => {
  it('go to each reader in order, in one piece that is the same for all who see the same', () => {
    const two = app(2);
    const [first, second, other] = [enter(), enter(), enter(two)];
    channels.send([...change(one, { count: 2 }), ...change(two), ...change(one)]);
    expect([first, second, other].map((reader) => reader.news())).toEqual([
      ['snapshot 7', 'change 8', 'change 9', 'change 10'],
      ['snapshot 7', 'change 8', 'change 9', 'change 10'],
      ['snapshot 7', 'change 8'],
    ]);
    expect([first.pieces.length, second.pieces[1] === first.pieces[1]]).toEqual([2, true]);
  });

  it('reach who comes back later, in one piece, each as a revision of its own', () => {
    channels.send(change(one, { count: 3 }));
    const back = enter(one, { revision: 8 });
    expect([back.pieces.length, back.news()]).toEqual([1, ['change 9', 'change 10']]);
  });

  it('go in several pieces where they are large, so that a slow reader is spared the rest', () => {
    const [slow, quick] = [enter(), enter()];
    slow.send = () => void (slow.waiting = 101);
    channels.send(change(one, { count: 4, words: 'x'.repeat(100 * 1024) }));
    expect([quick.pieces.map((piece) => piece.length), quick.news().length]).toEqual([[1, 2, 2], 5]);
    expect(slowness).toEqual(['skipped']);
  });
});

describe('a show with the most readers that it may have', () => {
  it('keeps a place for a reader with its app token, however many pages of its outputs there are', () => {
    const pages = Array.from({ length: 5 }, () => enter(one, { token: 'output' }));
    const desk = enter();
    expect(pages.map(({ closed }) => closed !== undefined)).toEqual([false, false, true, true, true]);
    expect([desk.closed, enter().closed]).toEqual([undefined, expect.arrayContaining([4429])]);
  });
});

describe('a reader that falls behind', () => {
  it('is sent nothing more, while the others hear everything', () => {
    const [slow, quick] = [enter(), enter()];
    slow.waiting = 101;
    channels.send(change());
    channels.send(change());
    channels.beat();
    expect([slow.news(), quick.news()]).toEqual([['snapshot 7'], ['snapshot 7', 'change 8', 'change 9', 'beat 9']]);
    expect(slowness).toEqual(['skipped']);
  });

  it('gets the whole truth when it has caught up, and then every change again', () => {
    const slow = enter();
    slow.waiting = 101;
    channels.send(change());
    slow.waiting = 0;
    channels.send(change());
    expect(slow.news()).toEqual(['snapshot 7']);
    channels.drained(one, slow);
    channels.send(change());
    channels.drained(one, slow);
    expect(slow.news()).toEqual(['snapshot 9', 'change 10']);
  });

  it('may have as much waiting as the limit says', () => {
    const reader = enter();
    reader.waiting = 100;
    channels.send(change());
    expect(reader.news()).toEqual(['snapshot 7', 'change 8']);
  });

  it('is closed when it does not catch up for as long as is waited', () => {
    const slow = enter();
    slow.waiting = 101;
    channels.send(change());
    channels.beat();
    channels.beat();
    expect(slow.closed).toBeUndefined();
    channels.beat();
    expect([slow.closed, slowness]).toEqual([
      [4408, 'This client has stopped reading.'],
      ['skipped', 'closed'],
    ]);
    channels.drained(one, slow);
    expect([slow.news(), channels.size]).toEqual([['snapshot 7'], 0]);
  });

  it('is waited for anew each time that it has caught up', () => {
    const slow = enter();
    for (const _ of [1, 2, 3]) {
      slow.waiting = 101;
      channels.send(change());
      channels.beat();
      channels.beat();
      slow.waiting = 0;
      channels.drained(one, slow);
    }
    expect([slow.closed, slow.news()]).toEqual([undefined, ['snapshot 7', 'snapshot 8', 'snapshot 9', 'snapshot 10']]);
  });
});

describe('when another show is loaded', () => {
  it('everyone gets the whole truth, and nobody can come back to what was before', () => {
    const [reader, slow] = [enter(), enter()];
    slow.waiting = 101;
    channels.send(change());
    Object.assign(one, { show: new LiveCompositions(), revision: 9 });
    channels.reload(one, 'anew');
    slow.waiting = 0;
    channels.drained(one, slow);
    expect([reader.news(), slow.news()]).toEqual([
      ['snapshot 7', 'change 8', 'snapshot 9'],
      ['snapshot 7', 'snapshot 9'],
    ]);
    expect(enter(one, { revision: 8 }).news()).toEqual(['snapshot 9']);
  });
});

describe('while what is loaded cannot be read', () => {
  const cannot = [4503, 'The composition in this app instance cannot be read.'];

  it('everyone is sent away, and whoever comes is; what was told stays theirs', () => {
    const [reader, other] = [enter(), enter(app(2))];
    Object.assign(one, { isUnreadable: true, revision: 8 });
    channels.closeUnreadable(one);
    const late = enter(one, { revision: 8 });
    expect([reader.closed, reader.news(), late.closed, late.news()]).toEqual([cannot, ['snapshot 7'], cannot, []]);
    expect([other.closed, channels.size]).toEqual([undefined, 1]);
  });
});

describe('who comes in with a token', () => {
  it('is sent away when it is revoked, and nobody else is', () => {
    const [revoked, other] = [enter(one, { token: 'a' }), enter(one, { token: 'b' })];
    channels.closeToken('a');
    channels.send(change());
    expect([revoked.closed, revoked.news()]).toEqual([
      [4404, 'The service does not know this token any more.'],
      ['snapshot 7'],
    ]);
    expect([other.closed, other.news(), channels.size]).toEqual([undefined, ['snapshot 7', 'change 8'], 1]);
  });

  it('is sent away when the app instance is deleted', () => {
    const two = app(2);
    const [gone, other] = [enter(one), enter(two)];
    channels.close(one);
    expect([gone.closed, other.closed]).toEqual([[4404, 'The service does not know this token any more.'], undefined]);
  });

  it('is told when the service stops', () => {
    const reader = enter();
    channels.end();
    expect([reader.closed, channels.size]).toEqual([[1001, 'The service is stopping.'], 0]);
  });

  it('is sent away where the show has as many readers as it takes', () => {
    const two = app(2);
    const first = enter();
    enter();
    enter();
    const late = enter();
    expect([late.closed, late.news()]).toEqual([[4429, 'This show has the most live readers that it may have.'], []]);
    expect(enter(two).news()).toEqual(['snapshot 7']);
    channels.leave(one, first);
    expect(enter().news()).toEqual(['snapshot 7']);
  });
});

describe('who comes back', () => {
  it('gets what it missed, also where nobody read meanwhile', () => {
    channels.send(change());
    channels.send(change());
    expect(enter(one, { revision: 7 }).news()).toEqual(['change 8', 'change 9']);
    expect(enter(one, { revision: 8 }).news()).toEqual(['change 9']);
  });

  it('after more than a minute in which nobody read gets a snapshot', () => {
    channels.send(change());
    for (let beats = 0; beats < 120; beats += 1) channels.beat();
    expect(enter(one, { revision: 7 }).news()).toEqual(['snapshot 8']);
  });
});

describe('the word of a desk on main and backup', () => {
  const word = { side: 'backup', at: 5 };
  const say = (): void => {
    const desk = enter(one, { desk: 'Desk' });
    channels.report(one, desk, JSON.stringify({ type: 'active', ...word }));
    channels.leave(one, desk);
  };
  const first = ({ pieces }: Reader): unknown => JSON.parse(pieces[0]?.[0] ?? '');

  it.each([
    ['new', undefined, ['snapshot 9']],
    ['that missed changes, before these', 7, ['beat 7', 'change 8', 'change 9']],
    ['that missed nothing', 9, ['beat 9']],
  ])('comes with the first frame of a page: %s', (_, revision, frames) => {
    say();
    channels.send(change(one, { count: 2 }));
    const page = enter(one, { scene: true, revision });
    expect(first(page)).toMatchObject({ active: word });
    expect(page.news()).toEqual(frames);
  });

  it('comes with the snapshot of a page that has caught up, and of a loaded composition', () => {
    const [slow, page] = [enter(one, { scene: true }), enter(one, { scene: true })];
    slow.waiting = 101;
    say();
    slow.waiting = 0;
    channels.drained(one, slow);
    channels.reload(one, 'anew');
    for (const { pieces } of [slow, page]) {
      expect(JSON.parse(pieces.at(-1)?.[0] ?? '')).toMatchObject({ type: 'snapshot', active: word });
    }
  });

  it('stays for later pages when nobody has read for long', () => {
    say();
    for (let beats = 0; beats < 200; beats += 1) channels.beat();
    expect(first(enter(one, { scene: true }))).toMatchObject({ active: word });
  });
});
