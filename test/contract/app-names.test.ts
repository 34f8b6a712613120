import { expect, it } from 'vitest';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { appNames } from '../../contract/desk-api/app-names.ts';
import { twoApps } from '../kit/desk/two-apps.ts';

const [news, sport] = twoApps().apps as [AppView, AppView];
const service = { ...sport.connection, service: 'http://10.0.0.7' };
const connections = [
  { kind: 'embedded', base: news.connection.service, name: 'This desk' },
  { kind: 'token', base: sport.connection.service, name: 'Arena' },
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
