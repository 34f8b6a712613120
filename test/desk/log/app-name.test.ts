import { expect, it, vi } from 'vitest';
import { openGround } from '../../../desk/ground.ts';
import { noScreens } from '../../kit/desk/ground.ts';
import { ScriptedPorts } from '../../kit/desk/scripted-ports.ts';

it('a line keeps the name by which its app instance was told apart at that time, and a notice has the present one', () => {
  const connections = [
    { id: 'studio', name: 'Studio A' },
    { id: 'embedded', name: 'This desk' },
  ] as never[];
  const above = { problems: () => [], connections: () => ({ view: connections, unopened: [] }) };
  const { apps, recording, presses, asRun } = openGround(new ScriptedPorts(), noScreens(), above);
  const open = (key: string, kind: 'token' | 'embedded') => apps.open({ key, kind, name: 'Evening News' });
  const [main] = [open('studio-1', 'token'), open('embedded-1', 'embedded')];
  const press = presses.uncounted({ trigger: { kind: 'screen', detail: '' }, age: 0 });
  const log = (): void => {
    const change = { kind: 'load' as const, action: 'Load composition', targets: [], items: [], ...press };
    recording.changed(main, change, { result: 'confirmed', revision: null });
  };
  log();
  connections[0] = { id: 'studio', name: 'Studio B' } as never;
  log();
  expect(asRun.lines.map(({ app }) => app?.name)).toEqual(['Studio B: Evening News', 'Studio A: Evening News']);
  vi.spyOn(main, 'outputProblems', 'get').mockReturnValue(['NO OUTPUT']);
  expect(apps.outputProblems).toEqual(['Studio B: Evening News: NO OUTPUT']);
});
