import { expect, it } from 'vitest';
import { CarriedShow, showVersion } from '../../../contract/desk-api/show-file.ts';
import { movedParts, movedShow } from '../../../desk/cues/moved-show.ts';

it('names the new app instances in cues, looks, links, keys and controls, and leaves others alone', () => {
  const at = (app: string) =>
    CarriedShow.parse({
      version: showVersion,
      connections: [],
      rundowns: [
        {
          id: 'r',
          name: 'Show',
          groups: [
            {
              id: 'g',
              name: 'News',
              cues: [
                {
                  id: 'c',
                  number: '1',
                  steps: [
                    { targets: [`${app}/title`, 'other/bug'].map((subComposition) => ({ subComposition, name: 'A' })) },
                  ],
                },
              ],
            },
          ],
        },
      ],
      looks: [
        {
          name: 'Empty',
          items: [
            { id: `${app}/title`, payload: {} },
            { id: 'other/bug', payload: {} },
          ],
        },
      ],
      sources: [],
      dataLinks: [{ subComposition: `${app}/title`, name: 'Title', source: 's' }],
      keys: [
        { key: 'F1', action: { do: 'take', subComposition: `${app}/title`, to: 'In' } },
        { key: 'F2', action: { do: 'panic', app } },
        { key: 'F3', action: { do: 'panic' } },
        { key: 'F4', action: { do: 'failOver', app: 'other' } },
      ],
      controls: [
        { device: 'Pads', control: 'note 1/1', action: { do: 'toggle', subComposition: `${app}/title` } },
        { device: 'Pads', control: 'note 1/2', action: { do: 'panic', app } },
        { device: 'Pads', control: 'note 1/3', action: { do: 'panic', app: 'other' } },
      ],
      compositions: [],
      media: [],
    });
  expect(movedShow(at('truck'), new Map([['truck', 'embedded-2']]))).toEqual(at('embedded-2'));
});

it('leaves what would name a sub-composition twice in a look, or link it twice, and renames fields', () => {
  const parts = (link: object, items: object[]) =>
    CarriedShow.parse({
      version: showVersion,
      connections: [],
      rundowns: [],
      sources: [],
      compositions: [],
      media: [],
      looks: [{ name: 'Full', items }],
      dataLinks: [{ subComposition: 'a/bug', name: 'Bug', source: 's' }, link],
      keys: [{ key: 'F1', action: { do: 'fire', subComposition: 'a/old', field: 'bang' } }],
      controls: [],
    });
  const move = { to: 'a/bug', name: 'Bug', fields: { bang: 'boom', line: 'text' } };
  const before = parts({ subComposition: 'a/old', name: 'Old', source: 's', fields: { line: { path: 'name' } } }, [
    { id: 'a/old', payload: { line: 'Ada' } },
    { id: 'a/bug', payload: {} },
  ]);
  const after = movedParts(before, { sub: (address) => (address === 'a/old' ? move : undefined) });
  expect(after).toEqual({
    rundowns: [],
    looks: before.looks,
    dataLinks: before.dataLinks,
    controls: [],
    keys: [{ key: 'F1', action: { do: 'fire', subComposition: 'a/bug', field: 'boom' } }],
  });
  const free = { to: 'a/clock', name: 'Clock', fields: { line: 'text' } };
  const moved = movedParts(before, { sub: (address) => (address === 'a/old' ? free : undefined) });
  expect(moved.looks[0]?.items[0]).toEqual({ id: 'a/clock', payload: { text: 'Ada' } });
  expect(moved.dataLinks[1]).toMatchObject({
    subComposition: 'a/clock',
    name: 'Clock',
    fields: { text: { path: 'name' } },
  });
});
