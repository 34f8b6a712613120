import type { SceneElement } from '../../../scene/schema/scene.ts';
import { composition, moverId, subComposition, testField } from '../service/line-show.ts';
import { type House, OnAirStage } from './on-air-stage.ts';
import { colorsIn } from './pixels.ts';

/** What a small scene is made of. */
export interface SmallScene {
  fields: Parameters<typeof testField>[];
  elements: SceneElement[];
}

/** Opens the page with one sub-composition, {@link moverId}, which is Out, in a page whose time stands still; what is played on it is its own. */
export async function withScene(
  house: House,
  { fields, elements }: SmallScene,
  play: (stage: OnAirStage) => Promise<void>,
): Promise<void> {
  const sub = subComposition(
    moverId,
    fields.map((field) => testField(...field)),
    elements,
  );
  const stage = await OnAirStage.open(house, composition(sub), { timeStands: true });
  try {
    await stage.shows(0);
    await play(stage);
  } finally {
    await stage.close();
  }
}

/** Takes it, and resolves when that is in the picture. */
export const take = (stage: OnAirStage, state: 'In' | 'Out1', action: 'play' | 'jump' = 'jump'): Promise<void> =>
  stage.shows(stage.stand.change({ id: moverId, state, action }));

/** Sets fields of it, and resolves when that is in the picture. */
export const set = (stage: OnAirStage, payload: Record<string, string | boolean>): Promise<void> =>
  stage.shows(stage.stand.change({ id: moverId, payload }));

/** What colors are called that tests ask for. */
export const colorNames: Record<string, string> = {
  '255,0,0,255': 'red',
  '0,255,0,255': 'green',
  '0,0,255,255': 'blue',
  '255,255,255,255': 'white',
  '0,0,0,0': '-',
};

/** The colors of the picture at some places, by name where they have one. */
export async function colors(stage: OnAirStage, ...places: [x: number, y: number][]): Promise<string[]> {
  const png = await stage.page.screenshot({ omitBackground: true });
  const found = await colorsIn(
    stage.page,
    png,
    places.map(([x, y]) => ({ x, y })),
  );
  return found.map((color) => colorNames[color.join()] ?? color.join());
}

/** A rectangle of one color. */
export const box = (id: string, frame: SceneElement['frame'], fill: string): SceneElement => ({
  kind: 'box',
  id,
  frame,
  fill,
});

/** A picture of one color in its left half, clear in its right, or all of that color, as a `data:` address. */
export function drawing(color: string, width: 1 | 2): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'><rect width='${width}' height='1' fill='${color}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
