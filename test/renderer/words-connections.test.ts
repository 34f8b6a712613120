import { texts } from '../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/desk-api/connections.ts';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { RemoteClient } from '../../contract/desk-api/remote.ts';
import ConnectionRow from '../../renderer/connections/ConnectionRow.svelte';
import Remote from '../../renderer/remote/Remote.svelte';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';

describe('a connection', () => {
  it('is shown with how it stands, what is wrong, and that it has a token', async () => {
    const connection: ConnectionView = {
      id: 'c2',
      name: 'Van',
      kind: 'token',
      base: 'https://van.example',
      email: '',
      proxy: { use: 'environment', address: '', user: '', hasSecret: false },
      hasSecret: true,
      certificates: [],
      status: 'failed',
      reason: 'Its certificate has expired. Ask whoever runs the service to renew it.',
      apps: null,
    };
    const screen = await DrawnScreen.open((view) => ({ ...view, connections: [connection] }));
    const row = (await screen.drawPart(ConnectionRow, { connection, edit: () => {} })).the('article', 'Van').text;
    expect(row).toContain('FAILED');
    expect(row).toContain('token kept in memory');
    expect(row).toContain(texts.link.expired);
    expect((await screen.draw()).the('button', /^Connections/).text).toContain('1 failed');
  });
});

describe('a client of the HTTP API and OSC', () => {
  const usual: Pick<RemoteClient, 'right' | 'addresses' | 'seen'> = { right: 'fire', addresses: [], seen: null };

  it('is listed with what it may trigger, however many have a list', async () => {
    const screen = await DrawnScreen.open();
    const { apps, remote } = screen.desk.view;
    const [app] = apps;
    const ofCue = { triggers: [], targets: ['c1'] };
    const clients: RemoteClient[] = [
      { ...usual, id: '1', name: 'Panel' },
      { ...usual, id: '2', name: 'Scores', only: { triggers: ['take'], targets: [app!.key, 'gone'] } },
      { ...usual, id: '3', name: 'Left', only: ofCue },
      { ...usual, id: '4', name: 'Right', only: ofCue },
    ];
    screen.desk.tell({
      cues: { c1: Cue.parse({ id: 'c1', number: '12', name: 'Titles', steps: [{ targets: [] }] }) },
      remote: { ...remote, clients },
    });
    const lines = (await screen.drawPart(Remote, {})).the('region', 'Remote control').select('p');
    expect(
      lines.filter(({ text }) => text.includes('may watch')).map(({ text }) => text.replace(' Change Remove', '')),
    ).toEqual([
      'Panel may watch and fire, from this machine',
      `Scores may watch and fire, from this machine, only take, only of ${app!.name}, gone (not in this show)`,
      'Left may watch and fire, from this machine, only of 12 Titles',
      'Right may watch and fire, from this machine, only of 12 Titles',
    ]);
  });
});

describe('OSC', () => {
  it('says what is wrong, and what was refused last', async () => {
    const screen = await DrawnScreen.open();
    const problem = texts.remote.portUnusable(8931, 'EADDRINUSE');
    const text = `From 192.0.2.7: ${texts.remote.tokenWrong}`;
    screen.desk.tell({
      osc: { ...screen.desk.view.osc, reach: 'machine', problem, refused: { at: Date.UTC(2026, 10, 24, 20), text } },
    });
    const group = (await screen.drawPart(Remote, {})).the('group', 'OSC');
    expect(group.the('status').text).toBe(problem);
    expect(group.text).toContain(text);
  });
});
