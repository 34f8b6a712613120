import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { composition, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { recordedVideo } from '../kit/picture/recorded-video.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { set, take } from '../kit/picture/scene-on-air.ts';

const frame = { x: 100, y: 100, width: 400, height: 200 };
const look = { size: 40, weight: 400, align: 'left', color: '#fff' } as const;
const line = { id: 'line', frame, ...look };

/** Where a property of an element shows in the page. */
interface Sign {
  /** A CSS selector within the element. Absent: the element's frame itself. */
  of?: string;
  /** A computed style, an attribute, or a property of the node. */
  style?: string;
  attribute?: string;
  property?: string;
}

type Value = string | boolean;

/**
 * A property: an element that has it bound to the field `it`, where it shows, and two values with the result of each.
 */
type Row = [name: string, element: SceneElement, sign: Sign, first: [Value, unknown], then: [Value, unknown]];

const it_ = { field: 'it' } as const;
const text = (more: object): SceneElement => ({ kind: 'text', ...line, text: 'Two words', ...more });
const box = (more: object): SceneElement => ({ kind: 'box', id: 'line', frame, fill: '#f00', ...more });
const crawl = (more: object): SceneElement => {
  return { kind: 'crawl', ...line, text: 'News', speed: 0, start: 50, separator: '#f00', ...more };
};
const path = (more: object): SceneElement => {
  return { kind: 'path', id: 'line', frame, path: 'M0 0H9', box: { width: 20, height: 10 }, ...more };
};
const picture = { id: 'line', frame, source: '', fit: 'cover' } as const;
const rows = (more: object): SceneElement => ({
  kind: 'repeater',
  id: 'line',
  frame,
  items: { expression: "json('[1, 2]')" },
  direction: 'down',
  cell: 60,
  elements: [{ kind: 'box', id: 'cell', frame: { x: 0, y: 0, width: 10, height: 10 }, fill: '#f00' }],
  ...more,
});
const timer: SceneElement = { kind: 'timer', ...line, time: { field: 'time' }, format: 'mm:ss', from: 60, atEnd: it_ };

const shadow = { x: 1, y: 2, blur: 3, color: '#000' };
const style = (name: string, of?: string): Sign => ({ style: name, ...(of !== undefined && { of }) });
const black = 'rgb(0, 0, 0)';

const all: Row[] = [
  ['text weight', text({ weight: it_ }), style('fontWeight', '.words'), ['300', '300'], ['800', '800']],
  [
    'text family',
    text({ family: it_ }),
    style('fontFamily', '.text'),
    ['', expect.stringMatching(/^"Inter/)],
    ['condensed', expect.stringMatching(/^"Roboto/)],
  ],
  ['text italic', text({ italic: it_ }), style('fontStyle', '.words'), [false, 'normal'], [true, 'italic']],
  ['text align', text({ align: it_ }), style('textAlign', '.words'), ['left', 'left'], ['right', 'right']],
  ['text tracking', text({ tracking: it_ }), style('letterSpacing', '.words'), ['0', 'normal'], ['10', '4px']],
  ['text uppercase', text({ uppercase: it_ }), style('textTransform', '.words'), [false, 'none'], [true, 'uppercase']],
  ['text leading', text({ leading: it_ }), style('lineHeight', '.words'), ['1', '40px'], ['2', '80px']],
  ['text direction', text({ direction: it_ }), { of: '.words', attribute: 'dir' }, ['ltr', 'ltr'], ['rtl', 'rtl']],
  ['text lines', text({ lines: it_ }), { of: '.words', attribute: 'class' }, ['1', 'words'], ['2', 'words lines']],
  [
    'text place',
    text({ place: it_ }),
    { of: '.text', attribute: 'class' },
    ['top', 'text top'],
    ['bottom', 'text bottom'],
  ],
  [
    'text smallest',
    text({ text: 'W'.repeat(99), smallest: it_ }),
    style('fontSize', '.words'),
    ['0.5', '20px'],
    ['0.25', '10px'],
  ],
  [
    'text shadow',
    text({ shadow: { ...shadow, x: it_ } }),
    style('textShadow', '.words'),
    ['4', `${black} 4px 2px 3px`],
    ['5', `${black} 5px 2px 3px`],
  ],
  [
    'text outline',
    text({ outline: { width: it_, color: '#000' } }),
    style('textShadow', '.words'),
    ['2', expect.stringContaining(`${black} 2px 0px 0px`)],
    ['4', expect.stringContaining(`${black} 4px 0px 0px`)],
  ],
  [
    'box shadow',
    box({ shadow: { ...shadow, blur: it_ } }),
    style('boxShadow', '.box'),
    ['4', `${black} 1px 2px 4px 0px`],
    ['5', `${black} 1px 2px 5px 0px`],
  ],
  [
    'box border',
    box({ border: { width: it_, color: '#000' } }),
    style('borderTopWidth', '.box'),
    ['2', '2px'],
    ['4', '4px'],
  ],
  [
    'box fade',
    box({ fade: { to: '#00f', angle: it_ } }),
    style('backgroundImage', '.box'),
    ['0', expect.stringContaining('(0deg')],
    ['90', expect.stringContaining('(90deg')],
  ],
  [
    'path stroke',
    path({ stroke: { width: it_, color: '#000' } }),
    style('strokeWidth', 'path'),
    ['2', '2px'],
    ['4', '4px'],
  ],
  [
    'path box',
    path({ box: { width: it_, height: 10 } }),
    { of: 'svg', attribute: 'viewBox' },
    ['20', '0 0 20 10'],
    ['40', '0 0 40 10'],
  ],
  [
    'image fit',
    { kind: 'image', ...picture, fit: it_ },
    style('objectFit', '.picture'),
    ['cover', 'cover'],
    ['contain', 'contain'],
  ],
  [
    'video fit',
    { kind: 'video', ...picture, fit: it_ },
    style('objectFit', '.picture'),
    ['cover', 'cover'],
    ['contain', 'contain'],
  ],
  [
    'crawl direction',
    crawl({ direction: it_ }),
    { of: '.item > span', attribute: 'dir' },
    ['ltr', 'ltr'],
    ['rtl', 'rtl'],
  ],
  [
    'crawl toward',
    crawl({ toward: it_ }),
    { of: '.track', attribute: 'style' },
    ['left', 'transform: translate3d(50px, 0px, 0px);'],
    ['right', 'transform: translate3d(-50px, 0px, 0px);'],
  ],
  [
    'list line height',
    { kind: 'list', ...line, items: { expression: "json('[1]')" }, lineHeight: it_, valueColor: '#fff', rule: '#fff' },
    style('height', '.row'),
    ['50', '50px'],
    ['70', '70px'],
  ],
  ['repeater cell', rows({ cell: it_ }), style('top', '.cell + .cell'), ['50', '50px'], ['70', '70px']],
  ['repeater gap', rows({ gap: it_ }), style('top', '.cell + .cell'), ['5', '65px'], ['7', '67px']],
  ['repeater direction', rows({ direction: it_ }), style('left', '.cell + .cell'), ['down', '0px'], ['across', '60px']],
  ['repeater most', rows({ most: it_ }), { of: '.holder', property: 'childElementCount' }, ['2', 2], ['1', 1]],
  ['timer end', timer, { of: '.words', property: 'textContent' }, ['hold', '00:00'], ['hide', '']],
  ['mask', box({ mask: it_ }), { attribute: 'class' }, [true, 'frame mask'], [false, 'frame']],
];

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
  stage = await OnAirStage.open(house, composition(), { timeStands: true });
  await stage.shows(0);
});
afterAll(async () => {
  await stage.close();
  await house.close();
});

/** Puts the element on air, bound to a field with this value. */
async function put(element: SceneElement, value: Value): Promise<void> {
  const type = typeof value === 'boolean' ? 'checkbox' : 'text';
  const over = testField('time', 'timecontrol', { UTC: 0, isRunning: false, value: 65_000 });
  await stage.shows(
    stage.stand.load(composition(subComposition(moverId, [testField('it', type, value), over], [element]))),
  );
  await take(stage, 'In');
}

function seen({ of, ...sign }: Sign): Promise<unknown> {
  const frame = stage.element(moverId, 'line');
  return (of === undefined ? frame : frame.locator(of).first()).evaluate((node, { style, attribute, property }) => {
    if (style !== undefined) return getComputedStyle(node)[style as 'color'];
    return attribute === undefined ? node[property as 'textContent'] : node.getAttribute(attribute);
  }, sign);
}

describe('a property that is bound to a field', () => {
  it.each(all)('%s', async (_, element, sign, [first, before], [then, after]) => {
    await put(element, first);
    expect(await seen(sign)).toEqual(before);
    await set(stage, { it: then });
    expect(await seen(sign)).toEqual(after);
  });

  it.each(all.filter(([name, , , [first]]) => typeof first === 'string' && name !== 'text family'))(
    '%s keeps what it shows when the field makes no sense, and says why',
    async (_, element, sign, [first, before]) => {
      await put(element, first);
      stage.said.length = 0;
      await set(stage, { it: 'whatever' });
      expect(await seen(sign)).toEqual(before);
      expect(stage.said).toEqual([expect.stringContaining('the field "it" does not hold')]);
    },
  );

  it.each([
    ['text weight', '1000', 'a number from 100 to 900'],
    ['text lines', '0', 'a number of 1 at least'],
    ['text smallest', '0', 'a number from 0.1 to 1'],
    ['list line height', '0', 'a number of 1 at least'],
    ['repeater cell', '-1', 'a number of 1 at least'],
    ['repeater most', '1000', 'a number from 0 to 200'],
    ['text align', 'top', 'one of left, center, right, start, end'],
  ])('%s takes no %s', async (wanted, value, expected) => {
    const row = all.find(([name]) => name === wanted);
    if (!row) throw new Error(`there is no ${wanted}`);
    const [, element, sign, [first, before]] = row;
    await put(element, first);
    await set(stage, { it: value });
    expect(await seen(sign)).toEqual(before);
    expect(stage.said.at(-1)).toContain(`the field "it" does not hold ${expected}`);
  });
});

describe('what shows only when it begins', () => {
  it('where a crawl starts, the next time that it comes In', async () => {
    const track: Sign = { of: '.track', attribute: 'style' };
    await put(crawl({ start: it_ }), '50');
    await set(stage, { it: '90' });
    expect(await seen(track)).toBe('transform: translate3d(50px, 0px, 0px);');
    await take(stage, 'Out1');
    await take(stage, 'In');
    expect(await seen(track)).toBe('transform: translate3d(90px, 0px, 0px);');
  });

  it('how long a flash is lit, with the next press', async () => {
    const fields = [testField('it', 'number', '9000'), testField('fire', 'button', { __serviceButton: true, ts: 0 })];
    const flash: SceneElement = {
      kind: 'flash',
      id: 'line',
      frame,
      fill: '#f00',
      fire: { field: 'fire' },
      duration: it_,
    };
    await stage.shows(stage.stand.load(composition(subComposition(moverId, fields, [flash]))));
    await take(stage, 'In');
    await set(stage, { it: '8000' });
    await stage.shows(stage.stand.press(moverId, 'fire'));
    const lit = await stage.page.evaluate(() =>
      document.getAnimations().map(({ effect }) => effect?.getTiming().duration),
    );
    expect(lit).toEqual([8_000]);
  });

  it('whether a video repeats and is heard, with the video that is there', async () => {
    const fields = [testField('it', 'checkbox', false), testField('clip', 'text', '')];
    const video: SceneElement = {
      kind: 'video',
      id: 'line',
      frame,
      fit: 'cover',
      source: { field: 'clip' },
      repeat: it_,
      sound: it_,
    };
    await stage.shows(stage.stand.load(composition(subComposition(moverId, fields, [video]))));
    await set(stage, { clip: await recordedVideo(stage.page, '#f00') });
    const told = (): Promise<boolean[]> =>
      stage.page
        .locator('video')
        .evaluateAll((all) => (all as HTMLVideoElement[]).flatMap(({ loop, muted }) => [loop, !muted]));
    await expect.poll(told).toEqual([false, false]);
    await set(stage, { it: true });
    expect(await told()).toEqual([true, true]);
  });
});
