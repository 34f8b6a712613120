import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { deskApi } from '../../../contract/desk-api/desk-api.ts';
import { openLink } from '../../../contract/link/link.ts';
import type { OutputPage } from '../../../contract/service-api/output-page.ts';
import { openDesk } from '../../../desk/desk.ts';
import { settled } from '../../kit/manual-clock.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { modelItem, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { changeView } from '../../kit/desk/changed-view.ts';
import { testField } from '../../kit/service/line-show.ts';
import { outputPage } from '../../kit/service/output-page.ts';

const show = [modelItem({ id: 'root', name: 'Show' })];

/** A page that draws revision 1 well, but for what is said. */
const page = (id: number, but: Partial<OutputPage> = {}): OutputPage =>
  outputPage({ id, revision: 1, since: 1_000, reported: 2_000, ...but });

/** A live desk, one screen that watches it, and the way to tell it of pages. */
async function openShow(model = show) {
  const ports = new ScriptedPorts();
  const desk = openDesk(ports);
  const pipe = pipePair();
  desk.serve(pipe.far);
  const screen = openLink(pipe.near, deskApi, () => undefined);
  const view = await screen.call('watch', {});
  screen.on('changed', (change) => changeView(view, change));
  await ports.serviceReady();
  await ports.hear(snapshot(model));
  const tell = (...outputs: OutputPage[]) => ports.hear({ type: 'outputs', now: 0, outputs });
  const notices = (): string[] => view.notices.map(({ text }) => text);
  return { ports, view, tell, notices };
}

describe('the outputs of a show', () => {
  it('are unknown until the service tells of them, which is asked for', async () => {
    const { ports, view, notices } = await openShow();
    expect([ports.channels.at(-1)?.url, view.apps[0]?.outputs, notices()]).toEqual([
      'ws://127.0.0.1:4000/apiv2/controlapps/tok/live?outputs=1&desk=Desk',
      null,
      [],
    ]);
  });

  it('are shown as they are, each with a name of its own', async () => {
    const { view, tell, notices } = await openShow();
    await tell(page(3), page(4, { role: 'monitor' }), page(7, { frameRate: 25 }));
    expect(view.apps[0]?.outputs).toEqual([
      { ...page(3), name: 'Output 1', dropping: false, behind: false },
      { ...page(4, { role: 'monitor' }), name: 'Program picture 1', dropping: false, behind: false },
      { ...page(7, { frameRate: 25 }), name: 'Output 2', dropping: false, behind: false },
    ]);
    expect(notices()).toEqual([]);
  });

  it('that are none at all are told to the operator, also where somebody only looks', async () => {
    const { tell, notices } = await openShow();
    await tell(page(4, { role: 'monitor' }), page(5, { role: 'preview' }));
    expect(notices()).toEqual([texts.outputs.none]);
    await tell(page(4, { role: 'monitor' }), page(6));
    expect(notices()).toEqual([]);
  });

  it('are no concern where no show is loaded', async () => {
    const { tell, notices } = await openShow([]);
    await tell();
    expect(notices()).toEqual([]);
  });

  it('that drop frames are named as long as they do', async () => {
    const { ports, tell, notices } = await openShow();
    await tell(page(1), page(2, { dropped: 900 }));
    await ports.clock.pass(1_000);
    await tell(page(1), page(2, { dropped: 904 }));
    expect(notices()).toEqual([]);
    await tell(page(1), page(2, { dropped: 905 }));
    expect(notices()).toEqual([texts.outputs.dropsFrames('Output 2')]);
    await ports.clock.pass(1_000);
    await tell(page(1), page(2, { dropped: 905 }));
    expect(notices()).toEqual([texts.outputs.dropsFrames('Output 2')]);
    for (const _ of [1, 2, 3, 4, 5]) {
      await ports.clock.pass(1_000);
      await ports.hear({ type: 'beat', revision: 1, now: 0 });
    }
    for (const _ of [1, 2, 3, 4, 5]) {
      await ports.clock.pass(1_000);
      await tell(page(1), page(2, { dropped: 905 }));
    }
    expect(notices()).toEqual([]);
  });

  it('that stay behind the show are named, and not while they are just catching up', async () => {
    const { ports, view, tell, notices } = await openShow();
    await tell(page(1));
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [] });
    await tell(page(1));
    expect([view.apps[0]?.outputs?.[0]?.behind, notices()]).toEqual([false, []]);
    for (const _ of [1, 2, 3]) {
      await ports.clock.pass(1_000);
      await ports.hear({ type: 'beat', revision: 2, now: 0 });
    }
    await tell(page(1));
    expect([view.apps[0]?.outputs?.[0]?.behind, notices()]).toEqual([true, [texts.outputs.behind('Output 1')]]);
    await tell(page(1, { revision: 2 }));
    expect([view.apps[0]?.outputs?.[0]?.behind, notices()]).toEqual([false, []]);
  });

  it('that cannot have a picture are named with it, each picture once', async () => {
    const { tell, notices } = await openShow();
    const missing = [{ source: '/media/crest.png', reason: 'there is nothing at this address' }];
    await tell(page(1, { role: 'monitor', missing }), page(2, { missing }), page(3, { missing }));
    expect(notices()).toEqual(['Output 1 misses /media/crest.png: there is nothing at this address']);
    await tell(page(1, { role: 'monitor', missing }), page(2), page(3, { role: 'preview', missing }));
    expect(notices()).toEqual(['Program picture 1 misses /media/crest.png: there is nothing at this address']);
  });

  it('that cannot have a picture are named with the field that asks for it', async () => {
    const logo = testField('logo', 'image', '');
    const crest = modelItem({ id: 'crest', name: 'Crest', model: [logo] });
    const { ports, tell, notices } = await openShow([crest]);
    const source = '/media/assets/5a.wav';
    const held = { subCompositionId: 'crest', subCompositionName: 'Crest', mainComposition: true } as const;
    await ports.hear(snapshot([crest], [{ ...held, state: 'In', payload: { logo: source } }]));
    await tell(page(2, { missing: [{ source, reason: 'it is no picture' }] }));
    expect(notices()).toEqual([`Output 1 misses ${source}, logo of Crest: it is no picture`]);
  });

  it('whose engine is too old count as none, and are named with their engine', async () => {
    const { tell, notices } = await openShow();
    await tell(page(1, { revision: -1, engine: { name: 'Chromium 92', tooOld: true } }));
    expect(notices()).toEqual([
      'Output 1 draws nothing: Chromium 92 is too old. The page needs Chromium 100.',
      texts.outputs.none,
    ]);
  });

  it('that cannot draw something are named with it, each failure once', async () => {
    const { tell, notices } = await openShow();
    const failures = [{ problem: '"Weather" failed when it was played: no font' }];
    await tell(page(1, { role: 'preview', failures }), page(2, { failures }), page(3, { failures }));
    expect(notices()).toEqual([texts.outputs.fails('Output 1', failures[0]!.problem)]);
  });

  it('are unknown again when the service is lost', async () => {
    const { ports, view, tell, notices } = await openShow();
    await tell();
    expect(notices()).toEqual([texts.outputs.none]);
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await settled();
    expect([view.apps[0]?.outputs, notices()]).toEqual([null, []]);
  });

  it('are told apart by their outputs where there are several, and one that nobody draws is named', async () => {
    const { ports, view, tell, notices } = await openShow();
    const output = (id: string, name: string, root: string | null) => ({ id, name, onairUrl: `http://o/${id}`, root });
    const { app } = snapshot(show);
    const several = [output('1', 'Program', 'root'), output('2', 'Wall', 'root'), output('3', 'Spare', null)];
    await ports.hear({ ...snapshot(show, [], 2), app: { ...app, outputs: several } });
    await tell(page(1, { revision: 2 }), page(2, { revision: 2, role: 'monitor', output: '2' }));
    expect([view.apps[0]?.app?.outputs, view.apps[0]?.outputs?.map(({ name }) => name), notices()]).toEqual([
      several,
      ['Program 1', 'Program picture 1'],
      [expect.stringContaining(texts.outputs.noPage('Wall'))],
    ]);
    await tell(page(1, { revision: 2 }), page(2, { revision: 2, output: '2' }));
    expect([view.apps[0]?.outputs?.map(({ name }) => name), notices()]).toEqual([['Program 1', 'Wall 1'], []]);
  });
});
