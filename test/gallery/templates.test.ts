import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { preOrder } from '../../contract/model/control.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { Composition, type SubComposition } from '../../scene/schema/composition.ts';
import { parseExpression } from '../../scene/expression/expression.ts';
import type { Motion } from '../../scene/schema/motion.ts';
import { allElements, type SceneElement } from '../../scene/schema/scene.ts';
import { compositionOf, contentOf } from '../../scene/content/content.ts';
import { checkContent } from '../../scene/content/content-check.ts';
import { usualFrame, usualSafe } from '../../scene/schema/reference-frame.ts';
import { compositionWith, gallery } from '../../gallery/gallery.ts';

const guide = readFileSync(fileURLToPath(new URL('../../docs/gallery.md', import.meta.url)), 'utf8');
const directory = join(import.meta.dirname, '../../gallery');
const files = readdirSync(directory).filter((file) => file.endsWith('.json'));

/** A design is offered everywhere, so it can use nothing that is installed in one place. */
const installed = { asset: () => false, graphic: () => false };

/** The graphics-safe area. */
const { width, height } = usualFrame;
const margin = usualSafe.graphics;
const safe = { left: width * margin, right: width * (1 - margin), top: height * margin, bottom: height * (1 - margin) };

let given = 0;
const uuid = (): string => `00000000-0000-4000-8000-${String((given += 1)).padStart(12, '0')}`;

/** Every expression in a part of a scene. */
function expressionsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('expression' in part && typeof part.expression === 'string') return [part.expression];
  return Object.values(part).flatMap(expressionsIn);
}

/** When the last motion of a line is over (ms), in a holder with what it holds; a repeater with `rows` of them. */
function endOf(elements: readonly SceneElement[], line: 'in' | 'out2', rows: number): number {
  const ends = elements.map((element) => {
    const motion: Motion | undefined = element[line];
    const own = motion ? motion.delay + motion.duration : 0;
    if (!('elements' in element)) return own;
    const last = element.kind === 'repeater' ? (rows - 1) * (element.stagger ?? 0) : 0;
    return Math.max(own, last + endOf(element.elements, line, rows));
  });
  return Math.max(0, ...ends);
}

/** Each design, and every sub-composition in it. */
const parts = gallery.flatMap((template) =>
  [...preOrder<SubComposition>([template.sub])].map((sub, at) => ({
    title: at === 0 ? template.id : `${template.id}, ${sub.name}`,
    sub,
  })),
);

describe.each(files)('the file %s', (file) => {
  const content = JSON.parse(readFileSync(join(directory, file), 'utf8')) as unknown;

  it('is a content that is drawn as it is meant, with nothing to warn of', () => {
    const { problems, warnings } = checkContent(content, installed);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  });

  it('is a design that is offered, under the name of the file', () => {
    const template = gallery.find(({ id }) => `${id}.json` === file);
    const { composition } = checkContent(content, installed);
    expect(composition?.root).toMatchObject({ name: template?.name, fields: [], subcompositions: [template?.sub] });
    expect(template?.sub.name).toBe(template?.name);
    expect(template?.description).toMatch(/^[A-Z].*\.$/);
  });
});

it('the gallery offers as many designs as it has files', () => {
  expect(gallery).toHaveLength(files.length);
});

it('the gallery can be loaded as one show, and comes back as it was', () => {
  const composition = compositionWith('Gallery', gallery, uuid);
  expect(Composition.parse(composition)).toEqual(composition);
  expect(compositionOf(contentOf(composition))).toEqual(composition);
});

describe.each(parts)('the template $title', ({ sub }) => {
  const elements = [...allElements(sub.scene.elements)];

  it('begins with words and values that its fields take', () => {
    for (const field of sub.fields) {
      expect(field.title).not.toBe('');
      const canonical = canonicalValue(field, field.defaultValue, { present: undefined, now: 0 });
      expect(field.type === 'button' || canonical).toEqual(
        field.type === 'button' || { ok: true, value: field.defaultValue },
      );
    }
  });

  it('has fields whose titles tell them apart', () => {
    const titles = sub.fields.map(({ title }) => title.toLowerCase());
    expect(titles).toEqual([...new Set(titles)]);
  });

  it('has expressions that can be read', () => {
    const expressions = expressionsIn(elements);
    expect(expressions.map(parseExpression)).toHaveLength(expressions.length);
  });

  it('stands in the graphics-safe area, but for what fills the whole picture', () => {
    const standing = sub.scene.elements.flatMap(({ id, pin, frame }) => {
      const [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(Number) as [
        number,
        number,
        number,
        number,
      ];
      const whole = pin?.y === 'stretch' || height > 1080;
      return whole ? [] : [{ id, left: x, right: x + width, top: y, bottom: y + height }];
    });
    expect(standing).not.toEqual([]);
    for (const { left, right, top, bottom } of standing) {
      expect([left >= safe.left, right <= safe.right, top >= safe.top, bottom <= safe.bottom]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });

  it('comes in 600 to 1000 ms and goes faster, each part with its own motion and none of them bouncing', () => {
    const [come, go] = [endOf(sub.scene.elements, 'in', 5), endOf(sub.scene.elements, 'out2', 5)];
    expect(come).toBeGreaterThanOrEqual(600);
    expect(come).toBeLessThanOrEqual(1_000);
    expect(sub.secondTimeline ? go > 0 && go < come : go === 0).toBe(true);
    const easings = elements.flatMap((element) => [element.in, element.out2, element.loop, element.update]);
    expect(easings.filter((each) => each?.easing === 'back-in' || each?.easing === 'back-out')).toEqual([]);
  });
});

it.each(gallery)('the template $id is explained, field by field', ({ name, sub }) => {
  const section = guide.split('\n## ').find((each) => each.startsWith(`${name}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm)].map(([, id, title]) => [id, title]);
  // Sub-compositions that are alike, such as those of two teams, are explained once.
  const fields = [...preOrder<SubComposition>([sub])].flatMap((each) => each.fields);
  expect(rows).toEqual([...new Map(fields.map(({ id, title }) => [id, title]))]);
});
