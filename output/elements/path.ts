import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, numberOf, type Scope, textOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';

const svg = 'http://www.w3.org/2000/svg';

/** A shape scaled to fit its frame. Invalid path data throws, and the last good shape stays. */
export class DrawnPath implements DrawnElement {
  readonly node: HTMLElement;
  readonly stroke: SVGPathElement;
  readonly #scene: ElementOf<'path'>;
  readonly #drawing: SVGSVGElement;

  constructor(scene: ElementOf<'path'>) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'path';
    this.#drawing = document.createElementNS(svg, 'svg');
    this.stroke = document.createElementNS(svg, 'path');
    // A motion's `draw` is a share of the stroke, so the path gets length 1.
    this.stroke.setAttribute('pathLength', '1');
    this.#drawing.append(this.stroke);
    this.node.append(this.#drawing);
  }

  show(scope: Scope): void {
    const { path, box, fill, stroke } = this.#scene;
    this.stroke.style.fill = fill === undefined ? 'none' : colorOf(fill, scope);
    if (stroke) {
      this.stroke.style.strokeWidth = String(numberOf(stroke.width, scope));
      this.stroke.style.stroke = colorOf(stroke.color, scope);
    }
    this.#drawing.setAttribute('viewBox', `0 0 ${numberOf(box.width, scope)} ${numberOf(box.height, scope)}`);
    const data = textOf(path, scope);
    if (data === this.stroke.getAttribute('d')) return;
    if (data !== '' && !CSS.supports('clip-path', `path(${JSON.stringify(data)})`)) {
      throw new Error('its data is not that of an SVG path');
    }
    this.stroke.setAttribute('d', data);
  }
}
