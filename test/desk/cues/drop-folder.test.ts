import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { FolderHandlers } from '../../../desk/live-data/data-ports.ts';
import { type World, world, type WorldWishes } from '../../kit/desk/world.ts';
import { settled } from '../../kit/manual-clock.ts';
import { connectServed } from '../../kit/screens/served-desk.ts';
import { ids } from '../../kit/service/small-show.ts';

/** A desk that watches a folder, in which the test puts files. */
async function watching(more: WorldWishes = {}) {
  const folders: { path: string; on: FolderHandlers; isOpen: boolean }[] = [];
  const stage = await world({
    ...more,
    watchFolder: (path, on) => {
      const folder = { path, on, isOpen: true };
      folders.push(folder);
      return { close: () => (folder.isOpen = false) };
    },
  });
  await stage.screen.call('setDropFolder', { path: '/drop' });
  const put = (text: string, name: string) => folders.at(-1)?.on.file({ name, bytes: Buffer.from(text), digest: text });
  const drop = async (text: string, name = 'evening.csv') => {
    await stage.clock.pass(1);
    const before = shown(stage, name);
    put(text, name);
    await expect.poll(() => shown(stage, name)).not.toBe(before);
  };
  return { stage, drop, put, folders };
}

/** What became of a file, as the screen has it. */
function shown({ view }: World, file = 'evening.csv') {
  return view.dropFolder.files.find(({ name }) => name === file);
}

const cuesOf = ({ view }: World) =>
  view.rundowns.flatMap(({ name, groups }) =>
    groups.flatMap(({ cues }) => cues.map((id) => `${name}: ${view.cues[id]?.number} ${view.cues[id]?.name}`)),
  );

describe('the drop folder', () => {
  it('imports a file into a rundown named after it, and a newer one into the same', async () => {
    const { stage, drop } = await watching();
    await drop('number,cue,template\n1,Opening,Title\n');
    expect(cuesOf(stage)).toEqual(['evening: 1 Opening']);
    await drop('number,cue,template\n1,Good evening,Title\n2,Close,Title\n');
    expect(cuesOf(stage)).toEqual(['evening: 1 Good evening', 'evening: 2 Close']);
    expect(shown(stage)).toMatchObject({ state: 'IMPORTED', text: '' });
  });

  it('says on screen and in the notices what is wrong with a file, until a better one comes', async () => {
    const { stage, drop } = await watching();
    await drop('number,cue,template\n1,Opening,None\n');
    const row = texts.ingest.atRow(2, texts.ingest.noGraphic('None'));
    const refused = texts.ingest.nothingImported('evening.csv', row, '');
    expect(shown(stage)).toMatchObject({
      state: 'REFUSED',
      text: refused,
    });
    expect(stage.view.notices.map(({ text }) => text)).toContain(texts.ingest.dropFolder(refused));
    expect(cuesOf(stage)).toEqual([]);
    await drop('number,cue,template\n1,Opening,Title\n');
    expect(stage.view.notices.filter(({ text }) => text.startsWith('Drop folder'))).toEqual([]);
  });

  it('leaves what is on air as it is, and keeps a cue on air that the file no longer has', async () => {
    const { stage, drop } = await watching();
    await drop('number,cue,template,state\n1,Opening,Title,In\n2,Close,Title,Out\n');
    const opening = Object.values(stage.view.cues).find(({ name }) => name === 'Opening')?.id ?? '';
    await stage.do({ do: 'fireCue', cue: opening });
    await stage.clock.pass(500);
    const sent = stage.service.sent.length;
    await drop('number,cue,template,state\n2,Close,Title,Out\n');
    expect(cuesOf(stage)).toEqual(['evening: 1 Opening', 'evening: 2 Close']);
    expect([stage.tally(ids.title), stage.service.sent.length]).toEqual(['ON AIR', sent]);
  });

  it('names what an operator edited, and what therefore stays', async () => {
    const { stage, drop } = await watching();
    await drop('number,cue,template\n1,Opening,Title\n');
    const [cue = ''] = Object.keys(stage.view.cues);
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { name: 'Good evening' } });
    await stage.clock.pass(20);
    const told = () => stage.view.notices.flatMap(({ id, text }) => (id === 'edits evening.csv' ? text : []));
    await drop('number,cue,template\n1,Welcome,Title\n');
    expect(told()).toEqual([texts.ingest.editsStay('evening.csv', '1 Good evening (name)')]);
    await drop('number,cue,template\n1,Good evening,Title\n');
    expect(told()).toEqual([]);
  });

  it('waits while the show is locked, and imports the newest when it is unlocked', async () => {
    const { stage, drop } = await watching();
    await stage.screen.call('lockShow', { pin: null });
    await drop('number,cue,template\n1,Opening,Title\n');
    await drop('number,cue,template\n1,Good evening,Title\n');
    expect([shown(stage)?.state, cuesOf(stage)]).toEqual(['WAITING', []]);
    await stage.screen.call('unlockShow', { pin: null });
    await expect.poll(() => cuesOf(stage)).toEqual(['evening: 1 Good evening']);
  });

  it('waits too when the show was locked while a file was read', async () => {
    const { stage, folders } = await watching();
    const text = 'number,cue,template\n1,Opening,Title\n';
    folders.at(-1)?.on.file({ name: 'evening.csv', bytes: Buffer.from(text), digest: text });
    await stage.screen.call('lockShow', { pin: null });
    await expect.poll(() => shown(stage)?.state).toBe('WAITING');
    expect(cuesOf(stage)).toEqual([]);
    await stage.screen.call('unlockShow', { pin: null });
    await expect.poll(() => cuesOf(stage)).toEqual(['evening: 1 Opening']);
  });

  it('tries a file again when the show has the sub-composition that it names', async () => {
    const { stage, drop } = await watching();
    await stage.screen.call('removeConnection', { id: stage.keys[0] ?? '' });
    await drop('number,cue,template\n1,Opening,Title\n');
    expect(shown(stage)?.state).toBe('REFUSED');
    await connectServed(stage.screen, stage.service);
    await stage.clock.pass(1_000);
    await expect.poll(() => shown(stage)?.state).toBe('IMPORTED');
    expect(cuesOf(stage)).toEqual(['evening: 1 Opening']);
  });

  it('does not import the same file again: neither after an undo, nor after a restart', async () => {
    const { stage, drop, put } = await watching();
    const table = 'number,cue,template\n1,Opening,Title\n';
    await drop(table);
    await stage.screen.call('undoEdit', {});
    put(table, 'evening.csv');
    await settled();
    expect(cuesOf(stage)).toEqual([]);
    await settled();
    const again = await watching({ preparation: stage.files.preparation.written.at(-1) as Record<string, unknown> });
    await again.drop(table);
    expect([shown(again.stage)?.state, cuesOf(again.stage)]).toEqual(['IMPORTED', []]);
  });

  it('stops watching when told so, and refuses a change of the folder while the show is locked', async () => {
    const { stage, folders } = await watching();
    await stage.screen.call('lockShow', { pin: null });
    await expect(stage.screen.call('setDropFolder', { path: null })).rejects.toMatchObject({ code: 'show-locked' });
    await stage.screen.call('unlockShow', { pin: null });
    await stage.screen.call('setDropFolder', { path: null });
    expect([folders.map(({ isOpen }) => isOpen), stage.view.dropFolder.path]).toEqual([[false], null]);
  });
});
