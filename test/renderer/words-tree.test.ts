import { texts } from '../../contract/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/desk-api/connections.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';
import type { Drawn } from '../kit/screens/drawn.ts';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';
import { ids } from '../kit/service/evening-news.ts';
import { guardedKeys } from '../kit/screens/guarded-keys.ts';

const names = (drawn: Drawn) => drawn.all('treeitem').map((row) => row.attribute('aria-label'));
const tallies = (drawn: Drawn) => drawn.select('[role=treeitem] [data-tally]').map((mark) => mark.text);
const allUnknown = Array.from({ length: 7 }, () => 'UNKNOWN');

describe('the tree of sub-compositions', () => {
  it('says of each in words how it stands, all six ways, and what is edited', async () => {
    const screen = await DrawnScreen.open();
    expect(names(await screen.draw())).toEqual([
      'Evening News, CONNECTED',
      'Lower Third, ON AIR, 1 edit not sent',
      'Ticker, CUED',
      'Score Bug, REQUESTED',
      'Home, FAILED',
      'Away, UNKNOWN',
      'Match Clock, OUT',
      'Full-frame Title, OUT',
    ]);
  });

  it('shows each tally with a shape of its own beside the word', async () => {
    const drawn = await (await DrawnScreen.open()).draw();
    expect(tallies(drawn)).toEqual(['ON AIR', 'CUED', 'REQUESTED', 'FAILED', 'UNKNOWN', 'OUT', 'OUT']);
    const shapes = drawn.select('[role=treeitem] [data-tally] svg').map((shape) => shape.markup);
    expect(new Set(shapes).size).toBe(6);
  });

  it('tells its levels, branches and places to who cannot see it', async () => {
    const drawn = await (await DrawnScreen.open()).draw();
    const row = drawn.the('treeitem', /^Score Bug/);
    const told = ['aria-level', 'aria-expanded', 'aria-selected', 'aria-posinset', 'aria-setsize'];
    expect(told.map((name) => row.attribute(name))).toEqual(['2', 'true', 'false', '3', '5']);
  });

  it('changes one row when one sub-composition changes', async () => {
    const screen = await DrawnScreen.open();
    screen.desk.tellSub(ids.ticker, { tally: 'ON AIR', state: 'In' });
    const drawn = await screen.draw();
    expect(names(drawn)).toContain('Ticker, ON AIR');
    expect(names(drawn).filter((name) => name?.includes('ON AIR'))).toHaveLength(2);
    expect(drawn.saying('2 on air')).toHaveLength(1);
  });
});

describe('taking', () => {
  it('has nothing to update or discard where nothing is edited', async () => {
    const screen = await DrawnScreen.open();
    screen.shared.selection.select(ids.ticker);
    const enabled = (drawn: Drawn) =>
      ['Update Ticker', 'Discard edits of Ticker'].map((name) => !drawn.the('button', name).isDisabled);
    expect(enabled(await screen.draw())).toEqual([false, false]);
    screen.desk.tellSub(ids.ticker, { staged: { speed: '2' } });
    const drawn = await screen.draw();
    expect(names(drawn)).toContain('Ticker, CUED, 1 edit not sent');
    expect(enabled(drawn)).toEqual([true, true]);
  });
});

describe('keys that have a guard', () => {
  const open = () => DrawnScreen.open((view) => ({ ...view, keys: guardedKeys }));

  it('show in the tree that they are held, and that they are armed and for how long', async () => {
    const screen = await open();
    const ticker = async () => (await screen.draw()).the('treeitem', /^Ticker/);
    screen.desk.tell({ guarded: [{ key: 'F2', state: 'held', until: Date.now() + 600 }] });
    expect((await ticker()).saying('HOLD')).toHaveLength(1);
    screen.desk.tell({ guarded: [{ key: 'F2', state: 'armed', until: Date.now() + 3_000 }] });
    expect((await ticker()).saying(/^ARMED\s[23]\.\d s$/)).toHaveLength(1);
    screen.desk.tell({ guarded: [] });
    const row = await ticker();
    expect([...row.saying(/ARMED/), ...row.saying('HOLD')]).toEqual([]);
  });

  it('refused as they fire, of a key that was held or pressed twice, are told and marked in the same way', async () => {
    const screen = await open();
    const message = texts.guard.changed('Ticker', 'In', 'Out');
    const action = { do: 'take', subComposition: ids.ticker, to: 'In', action: 'play' } as const;
    screen.desk.refuseKey({ key: 'F2', action, error: { code: 'press-refused', message } });
    const drawn = await screen.draw();
    expect(names(drawn)).toContain('Ticker, CUED, last press refused');
    expect(drawn.select('[role=alert] p').map((line) => line.text)).toEqual([`Key F2: ${message}`]);
  });
});

describe('when it is no longer known what is on air', () => {
  it('the service lost says so with the reason, and nothing is called on air', async () => {
    const screen = await DrawnScreen.open();
    screen.desk.tellConnection({ status: 'lost', reason: errorTable['service-lost'].operator });
    const drawn = await screen.draw();
    expect(drawn.the('region', 'Connection').text).toMatch(
      /^LOST Evening News NO BACKUP confirmed \d+\.\d s ago since \d\d:\d\d:\d\d · The service was there and went away\.$/,
    );
    expect(tallies(drawn)).toEqual(allUnknown);
  });
});

describe('the as-run log', () => {
  it('tells when, by what, what of what, how it ended, in how many milliseconds, and why', async () => {
    const rows = (await (await DrawnScreen.open()).draw()).the('table', 'As run').all('row');
    const cells = rows
      .at(-1)
      ?.all('cell')
      .map((cell) => cell.text);
    const why = errorTable['deadline-passed'].operator;
    expect(cells?.slice(1)).toEqual(['Screen', 'Take In', 'Home', 'failed', '1000', why]);
  });

  it('counts the lines that one line stands for', async () => {
    const screen = await DrawnScreen.open();
    const [line] = screen.desk.view.asRun;
    screen.desk.tell({ asRun: [{ ...line!, action: 'Update', times: 12 }] });
    expect((await screen.draw()).the('table', 'As run').all('cell', /^Update ×12$/)).toHaveLength(1);
  });
});

describe('several apps side by side', () => {
  const open = () => DrawnScreen.open(twoApps);
  const count = (drawn: Drawn) => drawn.the('status', 'On air').text;
  const lose = ({ desk }: DrawnScreen) =>
    desk.tellConnection({ status: 'lost', reason: 'Nobody answers at graphics.example.' }, sport.key);

  it('stand in one tree, each with how it is connected, and are counted together', async () => {
    const drawn = await (await open()).draw();
    expect(names(drawn).filter((name) => /CONNECTED|POLLED|Line-up|League/.test(name ?? ''))).toEqual([
      'Evening News, CONNECTED',
      'Sport, POLLED',
      'Line-up, ON AIR',
      'League Table, OUT',
    ]);
    expect(count(drawn)).toBe('2 on air 2 apps confirmed');
  });

  it('of one name are told apart by the connection, in the tree and on the panic button', async () => {
    const connections = [{ id: 'arena', name: 'Arena' }] as ConnectionView[];
    const screen = await DrawnScreen.open((view) => ({ ...twoApps(view), connections }));
    screen.desk.tellApp({ name: 'Evening News' }, sport.key);
    screen.shared.selection.select(sport.lineup);
    const drawn = await screen.draw();
    expect(drawn.all('button', /^Panic: take everything of Arena: Evening News out/)).toHaveLength(1);
    expect(drawn.all('treeitem', /Arena: Evening News/)).toHaveLength(1);
  });

  it('have their own names in the tree, before those of their compositions', async () => {
    const screen = await DrawnScreen.open(twoApps);
    screen.desk.tellApp({ name: 'Studio' }, sport.key);
    const row = (await screen.draw()).the('treeitem', /^Studio \(Sport\), POLLED/);
    expect(row.select('.name').map((name) => name.text)).toEqual(['Studio']);
    expect(row.saying(/^Sport · 1 on air · graphics\.example$/)).toHaveLength(1);
  });

  it('all lost leave no count at all', async () => {
    const screen = await open();
    lose(screen);
    screen.desk.tellConnection({ status: 'lost', reason: 'The service went away.' });
    const drawn = await screen.draw();
    expect(drawn.all('treeitem', /^Evening News, LOST/)).toHaveLength(1);
    expect(count(drawn)).toBe('? on air 2 of 2 apps UNKNOWN');
  });

  it('where no connection leads to an app, the tree and the connection say why', async () => {
    const why = 'The database cannot be read: it is not a database.';
    const screen = await open();
    const own: ConnectionView = {
      id: 'embedded',
      kind: 'embedded',
      name: 'This desk',
      base: '',
      email: '',
      hasSecret: true,
      proxy: { use: 'environment', address: '', user: '', hasSecret: false },
      certificates: [],
      status: 'opening',
      reason: why,
      apps: null,
    };
    screen.desk.tell({ apps: [], model: [], subs: {}, connections: [own] });
    const drawn = await screen.draw();
    expect(drawn.the('note').text).toContain(why);
    expect(drawn.the('region', 'Connection').text).toContain(why);
    expect(drawn.the('note').text).toContain('This desk: CONNECTING');
  });
});
