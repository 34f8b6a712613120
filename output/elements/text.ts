import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberWithin, type Scope, textOf } from '../binding.ts';
import type { Fonts } from '../text/fonts.ts';
import { loadFonts, textStyleOf } from '../text/text-style.ts';
import { type Fit, oneLine, Words } from '../text/words.ts';
import type { DrawnElement } from './drawn-element.ts';

export function drawText(scene: ElementOf<'text'>, fonts: Fonts): DrawnElement {
  const words = new Words(fonts);
  const { lines = oneLine.lines, smallest = oneLine.smallest, place = oneLine.place } = scene;
  const fit = (scope: Scope): Fit => ({
    lines: Math.floor(numberWithin(lines, scope, [1, Infinity])),
    smallest: numberWithin(smallest, scope, [0.1, 1]),
    place: choiceOf(place, scope, choices.place),
  });
  return {
    node: words.node,
    prepare: (scope) => loadFonts(textStyleOf(scene, scope), textOf(scene.text, scope), fonts),
    show: (scope) => words.show(textOf(scene.text, scope), textStyleOf(scene, scope), fit(scope)),
    dispose: () => words.dispose(),
  };
}
