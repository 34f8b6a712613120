import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { ControllerPages } from '../../../surfaces/pages/pages.ts';

const device = 'Box';
const take = (subComposition: string) => ({ do: 'take', subComposition, to: 'In' });

function pages(...bindings: { control: string; page?: number; action: object }[]): ControllerPages<ControllerBinding> {
  const all = new ControllerPages<ControllerBinding>();
  for (const binding of bindings) all.set(ControllerBinding.parse({ device, ...binding }));
  return all;
}

const title = ({ action }: ControllerBinding): boolean =>
  'subComposition' in action && action.subComposition === 'news/title';

describe('the page of what is meant', () => {
  it.each<[string, Parameters<typeof pages>, number | undefined]>([
    [
      'is the first one that has it',
      [
        { control: 'note 1/1', page: 3, action: take('news/title') },
        { control: 'note 1/2', page: 2, action: take('news/title') },
        { control: 'note 1/1', page: 1, action: take('news/clock') },
      ],
      2,
    ],
    [
      'is none where the page that is open has it',
      [
        { control: 'note 1/1', page: 1, action: take('news/title') },
        { control: 'note 1/2', page: 2, action: take('news/title') },
      ],
      undefined,
    ],
    [
      'is none where every page has it',
      [
        { control: 'note 1/1', action: take('news/title') },
        { control: 'note 1/2', page: 2, action: take('news/title') },
      ],
      undefined,
    ],
    [
      'is none where nothing is mapped to it',
      [{ control: 'note 1/1', page: 2, action: take('news/clock') }],
      undefined,
    ],
  ])('%s', (_, bindings, page) => {
    expect(pages(...bindings).firstWith(device, title)).toBe(page);
    expect(pages(...bindings).firstWith('Other', title)).toBeUndefined();
  });
});
