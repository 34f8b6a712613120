import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { SourceEdit, type WrittenSourceEdit } from '../../../contract/desk-api/data-link.ts';
import type { Source } from '../../../contract/desk-api/source.ts';
import { editedData, type ShowData } from '../../../desk/live-data/edit-sources.ts';
import { world } from '../../kit/desk/world.ts';

const edited = (data: ShowData, edit: WrittenSourceEdit): ShowData =>
  editedData(data, SourceEdit.parse(edit), { newId: () => 'new', titleOf: (_, field) => field });
const empty: ShowData = { sources: [], links: [] };
const http = (url: string, secret?: { id: string; header?: string }) =>
  ({ kind: 'http', url, ...(secret && { secret }) }) as const;
const add = (data: ShowData, from: object) =>
  edited(data, { edit: 'addSource', source: { name: 'Scores', from: from as Source['from'] } });

describe('the secret of a source', () => {
  const secret = { id: 'kept', header: 'x-key' };
  const own: ShowData = {
    sources: [{ ...add(empty, { kind: 'push' }).sources[0]!, from: { ...httpOf('http://a.example/1'), secret } }],
    links: [],
  };

  function httpOf(url: string) {
    return { kind: 'http' as const, url, every: 5_000, headers: {} };
  }
  const changed = (from: object) =>
    edited(own, { edit: 'changeSource', source: { ...own.sources[0]!, from: from as Source['from'] } }).sources[0]
      ?.from;

  it('cannot be given by an edit, neither to a new source nor to one that has another', () => {
    expect(add(empty, http('http://a.example', { id: 'of a connection' })).sources[0]?.from).not.toHaveProperty(
      'secret',
    );
    expect(changed(http('http://a.example/2', { id: 'of a connection', header: 'x-other' }))).toMatchObject({
      secret: { id: 'kept', header: 'x-other' },
    });
  });

  it('stays while the source stays at its address, and goes nowhere else', () => {
    expect(changed(http('http://a.example/2'))).toMatchObject({ secret });
    for (const from of [http('http://b.example/1'), http('https://a.example/1'), { kind: 'push' }]) {
      expect(changed(from)).not.toHaveProperty('secret');
    }
  });

  it('is kept in the secret store only, sent with the source, and forgotten with it', async () => {
    const stage = await world({ source: { from: http('http://a.example/') } });
    const { screen, data, view, files } = stage;
    await screen.call('setSourceSecret', { source: stage.source, secret: 'Bearer 1234', header: 'authorization' });
    const from = view.sources[0]?.from;
    expect(from).toMatchObject({ kind: 'http', secret: { header: 'authorization' } });
    expect(data.read.at(-1)).toMatchObject([{ secret: 'Bearer 1234' }]);
    expect(JSON.stringify([view, files.show.written, files.settings.written])).not.toContain('Bearer 1234');
    await screen.call('setSourceSecret', { source: stage.source, secret: null, header: 'authorization' });
    expect([view.sources[0]?.from, data.read.at(-1)]).toEqual([
      { ...from, secret: undefined },
      [{ source: view.sources[0] }],
    ]);
  });

  it('belongs to an address only', async () => {
    const stage = await world({ source: {} });
    const { screen } = stage;
    await expect(
      screen.call('setSourceSecret', { source: stage.source, secret: 'x', header: 'authorization' }),
    ).rejects.toThrow(texts.data.noSecret('Squad'));
  });
});

describe('a source', () => {
  it('is not removed while something uses it', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    const remove = { edit: 'removeSource', source: stage.source } as const;
    await expect(stage.edit(remove)).rejects.toThrow(texts.data.inUse('Squad', 'Lower Third'));
    await stage.edit({ edit: 'unlinkData', subComposition: stage.view.dataLinks[0]!.subComposition });
    await stage.edit(remove);
    expect([stage.view.sources, stage.view.linkViews, stage.data.read.at(-1)]).toEqual([[], {}, []]);
  });

  it('that reads something else now says nothing of what it read before', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    await stage.push('name\nAda');
    const [source] = stage.view.sources;
    await stage.edit({ edit: 'changeSource', source: { ...source!, name: 'Team' } });
    await stage.clock.pass(500);
    expect(stage.shown?.fields).toEqual({ line1: { value: 'Ada' } });
    await stage.edit({ edit: 'changeSource', source: { ...source!, rows: 'players' } });
    await stage.clock.pass(500);
    expect([stage.shown?.fields, stage.staged]).toEqual([{}, { line1: 'Ada' }]);
    await stage.push('{"players":[{"name":"Ada"}]}');
    expect(stage.shown?.fields).toEqual({ line1: { value: 'Ada' } });
  });

  it('is stored in the show with its links, and can be pushed to', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    expect(stage.files.show.written.at(-1)).toMatchObject({
      sources: [{ id: stage.source, name: 'Squad' }],
      dataLinks: [{ source: stage.source, fields: { line1: { path: 'name' } } }],
    });
    expect(await stage.screen.call('sourceRows', { source: stage.source, from: 0, count: 5 })).toEqual({
      from: 0,
      total: 0,
      columns: [],
      rows: [],
    });
  });

  it('tells screens its age alone while nothing else of it changes', async () => {
    const stage = await world({ source: {} });
    await stage.push('name\nAda');
    const before = { ...stage.view.sourceAges };
    await stage.push('name\nAda', 2_000);
    expect(stage.view.sourceAges[stage.source]).toBeGreaterThan(before[stage.source] ?? Infinity);
    expect(stage.view.sourceViews[stage.source]).not.toHaveProperty('at');
  });
});
