import { expect, it } from 'vitest';
import { memorySettings, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { held, openShow, show } from '../../kit/service/scripted-show.ts';
import { modelItem } from '../../kit/desk/scripted-ports.ts';

/** The show on two outputs, each with a composition of its own. */
const wall = [
  { ...show[0]!, id: 'wall', subcompositions: [modelItem({ id: 'strap', name: 'Lower Third', state: 'Out' })] },
];
const outputs = [
  { id: 'p', name: 'Program', onairUrl: '', root: 'root' },
  { id: 'w', name: 'Wall', onairUrl: '', root: 'wall' },
];

it('a graphic of a name that others have carries its output and its app instance in the undo, and its output in the log', async () => {
  const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk', apps: [1, 2] }];
  const { ports, screen, view, name } = await openShow(new ScriptedPorts(memorySettings({ version: 1, connections })));
  await ports.serviceReady(4000, ['one', 'two']);
  const whole = snapshot([...show, ...wall], [], 1);
  await ports.hear({ ...whole, app: { ...whole.app, name: 'Studio', outputs } }, 'one');
  await ports.hear(snapshot(show, [held('third', 'Out1')], 1), 'two');
  for (const [token, id, revision] of [
    ['one', 'strap', 2],
    ['two', 'third', 2],
  ] as const) {
    const subComposition = `embedded-${token === 'one' ? 1 : 2}/${id}`;
    await screen.call('do', { action: { do: 'take', subComposition, to: 'In', action: 'play' } });
    await ports.request.answer({ etag: `"${revision}"` });
    await ports.hear({ type: 'change', revision, now: 0, changes: [{ id, state: 'In' }] }, token);
    const called = token === 'one' ? 'Wall: Lower Third' : 'Lower Third';
    const app = token === 'one' ? 'Studio' : 'Show';
    expect(view.asRun[0]).toMatchObject({ app: { name: app }, targets: [{ name: called }] });
    expect(view.undoable[name]?.take?.words).toContain(`${app}: ${called} to Out`);
  }
});
