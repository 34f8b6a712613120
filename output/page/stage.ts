import type { Stage } from '../../scene/schema/stage.ts';
import { usualFrame, usualSafe } from '../../scene/schema/reference-frame.ts';
import type { PageOptions } from './page-options.ts';

/** CSS variables: the extent of the picture beyond the reference frame on each side. Pinned elements follow them. */
export const beyondVariables = { x: '--beyond-x', y: '--beyond-y' } as const;

export interface Size {
  width: number;
  height: number;
}

/**
 * The picture's place in the window, in window pixels. `beyond`: its extent beyond the reference frame on each side, in
 * that frame's pixels.
 */
interface Placement {
  x: number;
  y: number;
  scale: number;
  beyond: { x: number; y: number };
}

/**
 * Fits the picture into the window: the largest of the given aspect, centered, with the whole reference frame centered
 * in it. Nothing is cut off or distorted.
 * @param aspect width / height; the frame's own if absent
 */
export function placement(viewport: Size, frame: Size, aspect = frame.width / frame.height): Placement {
  const width = Math.min(viewport.width, viewport.height * aspect);
  const height = width / aspect;
  const scale = Math.min(width / frame.width, height / frame.height);
  return {
    x: (viewport.width - width) / 2,
    y: (viewport.height - height) / 2,
    scale,
    beyond: { x: (width / scale - frame.width) / 2, y: (height / scale - frame.height) / 2 },
  };
}

export class DrawnStage {
  readonly node: HTMLElement;
  readonly #aspect: number | undefined;
  readonly #safe: HTMLElement[] = [];
  #frame: Size = usualFrame;

  constructor(node: HTMLElement, { aspect, background, safe }: Pick<PageOptions, 'aspect' | 'background' | 'safe'>) {
    this.node = node;
    this.#aspect = aspect;
    if (background !== undefined) node.ownerDocument.documentElement.style.background = background;
    if (safe) this.#safe = ['action', 'graphics'].map((area) => this.#safeLine(area));
    addEventListener('resize', () => this.#fit());
    this.#layOut(undefined);
  }

  /** Lays out the picture with this show. Texts are measured while shown: during `complete` it is invisible. */
  mount(show: HTMLElement, stage: Stage | undefined, complete: () => void): void {
    show.style.opacity = '0';
    this.#layOut(stage);
    this.node.insertBefore(show, this.#safe[0] ?? null);
    try {
      complete();
    } catch (error) {
      show.remove();
      throw error;
    }
    show.style.opacity = '';
  }

  #layOut(stage: Stage | undefined): void {
    this.#frame = stage ?? usualFrame;
    const safe = stage?.safe ?? usualSafe;
    for (const [place, line] of this.#safe.entries()) {
      const share = (place === 0 ? safe.action : safe.graphics) * 100;
      Object.assign(line.style, { left: `${share}%`, right: `${share}%`, top: `${share}%`, bottom: `${share}%` });
    }
    this.#fit();
  }

  /** In pixels of the reference frame. */
  get size(): Size {
    return { width: this.node.offsetWidth, height: this.node.offsetHeight };
  }

  #fit(): void {
    const { width, height } = this.#frame;
    const { x, y, scale, beyond } = placement({ width: innerWidth, height: innerHeight }, this.#frame, this.#aspect);
    const { style } = this.node;
    style.width = `${width + 2 * beyond.x}px`;
    style.height = `${height + 2 * beyond.y}px`;
    style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    style.setProperty(beyondVariables.x, `${beyond.x}px`);
    style.setProperty(beyondVariables.y, `${beyond.y}px`);
  }

  #safeLine(area: string): HTMLElement {
    const line = this.node.ownerDocument.createElement('div');
    line.className = 'safe';
    line.dataset.safe = area;
    this.node.append(line);
    return line;
  }
}
