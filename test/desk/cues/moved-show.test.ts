import { expect, it } from 'vitest';
import { CarriedShow } from '../../../contract/desk-api/show-file.ts';
import { movedShow } from '../../../desk/cues/moved-show.ts';

it('names the new app instances in cues, looks, links, keys and controls, and leaves others alone', () => {
  const at = (app: string) =>
    CarriedShow.parse({
      version: 1,
      connections: [],
      rundowns: [
        {
          ...{ id: 'r', name: 'Show' },
          groups: [
            {
              ...{ id: 'g', name: 'News' },
              cues: [
                {
                  ...{ id: 'c', number: '1' },
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
      ...{ compositions: [], media: [] },
    });
  expect(movedShow(at('truck'), new Map([['truck', 'embedded-2']]))).toEqual(at('embedded-2'));
});
