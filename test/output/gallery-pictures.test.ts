import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { compositionWith, gallery, type GalleryTemplate } from '../../gallery/gallery.ts';
import { galleryVariants, galleryWords, type Writing, writings } from '../kit/picture/gallery-words.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { differenceOf, notGray, References, tolerance } from '../kit/picture/picture-compare.ts';
import { PreviewStage, type Seen } from '../kit/picture/preview-stage.ts';

/**
 * Every template as viewers see it, compared with the pictures in `pictures/`. The fonts come with the page, the clock
 * stands still, and the test waits only for signals of the page itself, so two runs on one machine agree to the last
 * pixel. Chromium versions differ slightly in smoothing edges and drawing gradients; the tolerance allows for that.
 * `OVERLAY_PICTURES=renew` draws new references: docs/gallery.md.
 */

const directory = join(import.meta.dirname, 'pictures');
const look = { width: 960, height: 540, ground: '808080' };
const ground = 0x80;

const composition = compositionWith('Gallery', gallery, ids());
const references = new References(directory, process.env.OVERLAY_PICTURES === 'renew');
let house: House;
let stage: PreviewStage;
/** The picture without any graphic. */
let empty: Buffer;

beforeAll(async () => {
  house = await openHouse();
  stage = await PreviewStage.open(house, composition, look);
  empty = await stage.picture();
});

afterAll(async () => {
  await stage.close();
  await house.close();
});

/** Ids that are the same in every run. */
function ids(): () => string {
  let given = 0;
  return () => `00000000-0000-4000-8000-${String((given += 1)).padStart(12, '0')}`;
}

function subOf(id: string, of: Composition = composition): SubComposition {
  const sub = of.root.subcompositions[gallery.findIndex((template) => template.id === id)];
  if (!sub) throw new Error(`there is no template ${id}`);
  return sub;
}

function seen(template: string, writing: Writing, held?: Seen['held']): Seen {
  return { id: subOf(template).id, state: 'In', payload: galleryWords[template]?.[writing], held };
}

/** The picture of a template half way In, drawn once. */
function halfWay(template: string, writing: Writing): Promise<Buffer> {
  const name = `${template} ${writing}`;
  const drawn = halfWays.get(name) ?? stage.picture(seen(template, writing, { line: 'in', share: 0.5 }));
  halfWays.set(name, drawn);
  return drawn;
}
const halfWays = new Map<string, Promise<Buffer>>();

/** Counts the pixels that differ from the empty picture. */
function notGround(picture: Buffer): number {
  return picture.equals(empty) ? 0 : notGray(picture, ground);
}

/** The moments of a template that have a reference: In, and the middle of each of its lines. */
function places({ sub }: GalleryTemplate): [name: string, held: Seen['held']][] {
  const all: [string, Seen['held']][] = [
    ['in', undefined],
    ['in-half', { line: 'in', share: 0.5 }],
  ];
  return sub.secondTimeline ? [...all, ['out2-half', { line: 'out2', share: 0.5 }]] : all;
}

it('is bare ground while nothing is shown', () => {
  expect(notGray(empty, ground)).toBe(0);
});

describe.each(gallery)('the template $id', (template) => {
  it.each(writings)('looks as it should, %s', async (writing) => {
    const problems: string[] = [];
    for (const [name, held] of places(template)) {
      const half = name === 'in-half';
      const picture = await (half ? halfWay(template.id, writing) : stage.picture(seen(template.id, writing, held)));
      const problem = references.problem(`${template.id}.${writing}.${name}`, picture);
      if (problem) problems.push(problem);
    }
    expect(problems).toEqual([]);
  });

  it('goes by Out1 the way that it came, half way out as it was half way in', async () => {
    const differ: Record<string, number> = {};
    for (const writing of writings) {
      const coming = await halfWay(template.id, writing);
      expect(coming.equals(empty)).toBe(false);
      const leaving = await stage.leaving(seen(template.id, writing));
      const pixels = leaving.equals(coming) ? 0 : differenceOf(leaving, coming).pixels;
      if (pixels > tolerance.pixels) differ[writing] = pixels;
    }
    expect(differ).toEqual({});
  });

  it('leaves nothing behind when it is out, and comes from nothing', async () => {
    const outs = template.sub.secondTimeline ? (['Out1', 'Out2'] as const) : (['Out1'] as const);
    const { id } = subOf(template.id);
    const left: Record<string, number> = {};
    for (const state of outs) left[state] = notGround(await stage.picture({ id, state }));
    for (const writing of writings) {
      const begin = seen(template.id, writing, { line: 'in', share: 0 });
      left[`the beginning of In, ${writing}`] = notGround(await stage.picture(begin));
      if (!template.sub.secondTimeline) continue;
      const end = seen(template.id, writing, { line: 'out2', share: 1 });
      left[`the end of Out2, ${writing}`] = notGround(await stage.picture(end));
    }
    expect(Object.entries(left).filter(([, pixels]) => pixels > 0)).toEqual([]);
  });
});

describe.each(galleryVariants)('$name', ({ name, template, words, nested }) => {
  it.each(writings)('looks as it should, %s', async (writing) => {
    const { id, subcompositions } = subOf(template);
    const inside = nested?.[writing].map((payload, at) => ({ id: subcompositions[at]?.id ?? '', payload })) ?? [];
    const items = [{ id, payload: words[writing] }, ...inside].map((item) => ({ ...item, state: 'In' as const }));
    expect(references.problem(`${name}.${writing}.in`, await stage.picture(...items))).toBeUndefined();
  });
});

it('a new score rolls in over the old one', async () => {
  const { id } = subOf('scoreboard');
  const picture = await stage.change(
    { id, state: 'In', payload: { homeScore: '1', awayScore: '4' } },
    { id, state: 'In', payload: { homeScore: '2', awayScore: '4' } },
  );
  expect(references.problem('scoreboard.update-half', picture)).toBeUndefined();
});

describe.each([
  ['9:16', 540, 960],
  ['1:1', 720, 720],
  ['4:3', 720, 540],
])('in a picture of %s', (aspect, width, height) => {
  it.each([
    ['a match', ['scoreboard', 'bug', 'lower-third', 'ticker']],
    ['a title', ['full-frame']],
    ['a table', ['list', 'clock']],
  ])('%s keeps to its edges', async (show, templates) => {
    const other = await PreviewStage.open(house, composition, { ...look, width, height });
    const picture = await other.picture(...templates.map((template) => seen(template, 'latin')));
    await other.close();
    expect(references.problem(`${show.replace(' ', '-')}.${aspect.replace(':', 'x')}`, picture)).toBeUndefined();
  });
});

describe('the comparison', () => {
  /** Counts the pixels that differ between the reference of the lower third and this composition. */
  async function differing(changed: Composition): Promise<number> {
    const other = await PreviewStage.open(house, changed, look);
    const picture = await other.picture(seen('lower-third', 'latin'));
    await other.close();
    return differenceOf(picture, readFileSync(join(directory, 'lower-third.latin.in.png'))).pixels;
  }

  /** The gallery with one text replaced by another wherever it occurs. */
  function rewritten(from: string, to: string): Composition {
    const written = JSON.stringify(composition);
    if (!written.includes(from)) throw new Error(`nothing in the gallery reads ${from}`);
    return JSON.parse(written.replace(from, to)) as Composition;
  }

  it('sees no difference between two runs', async () => {
    expect(await differing(composition)).toBe(0);
  });

  it('sees a name that stands two pixels of the frame further right', async () => {
    const moved = rewritten('"expression":"logo = \'\' ? 44 : 186"', '"expression":"logo = \'\' ? 46 : 186"');
    expect(await differing(moved)).toBeGreaterThan(10 * tolerance.pixels);
  });

  it('sees a color that is a little off', async () => {
    const greener = rewritten('"b":255,"g":92,"r":24', '"b":255,"g":110,"r":24');
    expect(await differing(greener)).toBeGreaterThan(5 * tolerance.pixels);
  });
});
