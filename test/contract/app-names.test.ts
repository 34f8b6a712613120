import { expect, it } from 'vitest';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { appNames, graphicNames } from '../../contract/desk-api/app-names.ts';
import { modelItem } from '../kit/desk/scripted-ports.ts';
import { twoApps } from '../kit/desk/two-apps.ts';

const [news, sport] = twoApps().apps as [AppView, AppView];
const service = { ...sport.connection, service: 'http://10.0.0.7' };
const connections = [
  { id: 'embedded', name: 'This desk' },
  { id: 'arena', name: 'Arena' },
] as const;
const names = (...apps: AppView[]): string[] => [...appNames(apps, connections).values()];

it('apps are called by their own name where no other has it', () => {
  expect(names(news, sport)).toEqual(['Evening News', 'Sport']);
});

it('those of one name are told apart by the connection that leads to them', () => {
  expect(names(news, { ...sport, name: 'Evening News' })).toEqual(['This desk: Evening News', 'Arena: Evening News']);
});

it('those that no connection tells apart are counted, in their order', () => {
  const twice = ['a', 'b'].map((key): AppView => ({ ...sport, key, connection: service }));
  expect(names(news, ...twice)).toEqual(['Evening News', 'Sport 1', 'Sport 2']);
});

it('graphics that other outputs have too are told apart by the output, or by the composition that none shows', () => {
  const root = (id: string, name: string, ...graphics: string[]) =>
    modelItem({
      id,
      name,
      subcompositions: graphics.map((graphic, at) => modelItem({ id: `${id}${at}`, name: graphic, state: 'Out' })),
    });
  const one = root('a', 'Studio', 'Lower Third', 'Lower Third', 'Bug');
  const other = root('b', 'Studio', 'Lower Third', 'Score');
  const outputs = [
    { name: 'Program', root: 'a' },
    { name: 'Wall', root: 'b' },
  ];
  const names = (...given: Parameters<typeof graphicNames>): string[] => [...graphicNames(...given).values()];
  expect(names([one])).toEqual(['Studio', 'Lower Third', 'Lower Third', 'Bug']);
  expect(names([one, other], outputs)).toEqual([
    'Program: Studio',
    'Program: Lower Third',
    'Program: Lower Third',
    'Bug',
    'Wall: Studio',
    'Wall: Lower Third',
    'Score',
  ]);
  expect(names([one, { ...other, name: 'Wide' }])).toContain('Wide: Lower Third');
  expect(names([one, other])).toContain('Studio 2: Lower Third');
});
