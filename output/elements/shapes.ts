import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, numberOf, numberWithin, type Scope, shadowOf, textOf } from '../binding.ts';
import { animate, stop } from '../motion/animations.ts';
import { div, type DrawnElement } from './drawn-element.ts';

/** A filled rectangle. With a `level` it is a bar. */
export function drawBox({ fill, fade, level, radius, border, shadow }: ElementOf<'box'>): DrawnElement {
  const node = div('box');
  const { style } = node;
  const show = (scope: Scope): void => {
    const color = colorOf(fill, scope);
    if (fade) {
      // The style sheet declares these variables as colors, so a fade can transition to new colors.
      style.backgroundImage = `linear-gradient(${numberOf(fade.angle, scope)}deg, var(--fade-from), var(--fade-to))`;
      style.setProperty('--fade-from', color);
      style.setProperty('--fade-to', colorOf(fade.to, scope));
    } else {
      style.backgroundColor = color;
    }
    if (shadow) style.boxShadow = shadowOf(shadow, scope);
    if (radius !== undefined) style.borderRadius = `${numberOf(radius, scope)}px`;
    if (border) style.border = `${numberOf(border.width, scope)}px solid ${colorOf(border.color, scope)}`;
    if (level !== undefined) style.transform = `scaleX(${Math.min(100, Math.max(0, numberOf(level, scope))) / 100})`;
  };
  return { node, show };
}

/** A box that lights up once for each press. `data-fired` counts the flashes. */
export function drawFlash({ fill, duration, fire }: ElementOf<'flash'>): DrawnElement {
  const node = div('flash');
  const keyframes = [{ opacity: 0 }, { opacity: 1, offset: 0.12, easing: 'ease-out' }, { opacity: 0 }];
  let fired = 0;
  /** Milliseconds. */
  let length = 0;
  let light: Animation | undefined;
  node.dataset.fired = '0';
  return {
    node,
    show(scope) {
      node.style.background = colorOf(fill, scope);
      length = numberWithin(duration, scope, [0, Infinity]);
    },
    press(field) {
      if (field !== fire.field) return;
      if (light) stop(light);
      light = animate(node, keyframes, { duration: length });
      fired += 1;
      node.dataset.fired = String(fired);
    },
  };
}

const svg = 'http://www.w3.org/2000/svg';

/** A shape scaled to fit its frame. Invalid path data throws, and the last good shape stays. */
export function drawPath({ path, box, fill, stroke: line }: ElementOf<'path'>): DrawnElement {
  const node = div('path');
  const drawing = document.createElementNS(svg, 'svg');
  const stroke = document.createElementNS(svg, 'path');
  // A motion's `draw` is a share of the stroke, so the path gets length 1.
  stroke.setAttribute('pathLength', '1');
  drawing.append(stroke);
  node.append(drawing);
  const show = (scope: Scope): void => {
    stroke.style.fill = fill === undefined ? 'none' : colorOf(fill, scope);
    if (line) {
      stroke.style.strokeWidth = String(numberOf(line.width, scope));
      stroke.style.stroke = colorOf(line.color, scope);
    }
    drawing.setAttribute('viewBox', `0 0 ${numberOf(box.width, scope)} ${numberOf(box.height, scope)}`);
    const data = textOf(path, scope);
    if (data === stroke.getAttribute('d')) return;
    if (data !== '' && !CSS.supports('clip-path', `path(${JSON.stringify(data)})`)) {
      throw new Error('its data is not that of an SVG path');
    }
    stroke.setAttribute('d', data);
  };
  return { node, stroke, show };
}
