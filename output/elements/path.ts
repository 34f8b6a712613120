import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, type Scope, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

const svg = 'http://www.w3.org/2000/svg';

/** A shape, fitted into its frame. Data that is not a path is refused, and the last good shape stays. */
export class Path implements DrawnElement {
  readonly node: HTMLElement;
  readonly stroke: SVGPathElement;
  readonly #scene: ElementOf<'path'>;

  constructor(scene: ElementOf<'path'>, { document }: Surroundings) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'path';
    const drawing = document.createElementNS(svg, 'svg');
    drawing.setAttribute('viewBox', `0 0 ${scene.box.width} ${scene.box.height}`);
    this.stroke = document.createElementNS(svg, 'path');
    // A motion draws a share of the stroke, so its length is called 1.
    this.stroke.setAttribute('pathLength', '1');
    if (scene.stroke) this.stroke.style.strokeWidth = String(scene.stroke.width);
    drawing.append(this.stroke);
    this.node.append(drawing);
  }

  show(scope: Scope): void {
    const { path, fill, stroke } = this.#scene;
    this.stroke.style.fill = fill === undefined ? 'none' : colorOf(fill, scope);
    if (stroke) this.stroke.style.stroke = colorOf(stroke.color, scope);
    const data = textOf(path, scope);
    if (data === this.stroke.getAttribute('d')) return;
    if (data !== '' && !CSS.supports('clip-path', `path(${JSON.stringify(data)})`)) {
      throw new Error('its data is not that of an SVG path');
    }
    this.stroke.setAttribute('d', data);
  }
}
