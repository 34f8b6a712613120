import type { Stage as StageModel } from '../../scene/schema/stage.ts';
import { usualFrame, usualSafe } from '../../scene/schema/reference-frame.ts';
import type { PageOptions } from './page-options.ts';

/**
 * How far the picture reaches beyond the reference frame on each side, as CSS variables of the show: what is pinned to an
 * edge follows them.
 */
export const beyondVariables = { x: '--beyond-x', y: '--beyond-y' } as const;

interface Size {
  width: number;
  height: number;
}

/** Where the picture stands in its window, in window pixels, and how far it reaches beyond the reference frame, in those of the frame. */
export interface Placement {
  x: number;
  y: number;
  scale: number;
  beyond: { x: number; y: number };
}

/**
 * The largest picture of the asked aspect (the frame's own where none is) in the middle of the window, and the whole
 * reference frame in the middle of that, so that nothing is ever cut off or distorted.
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

/** The node that holds the picture, fitted to the window. */
export class Stage {
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

  /**
   * Puts the node of a show into the picture, under the lines, and lays the picture out for it. Texts are measured while
   * they are shown, so it is there, where nobody can see it yet, while `complete` completes it.
   */
  mount(show: HTMLElement, stage: StageModel | undefined, complete: () => void): void {
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

  /** Lays the picture out for a composition. */
  #layOut(stage: StageModel | undefined): void {
    this.#frame = stage ?? usualFrame;
    const safe = stage?.safe ?? usualSafe;
    for (const [place, line] of this.#safe.entries()) {
      const share = (place === 0 ? safe.action : safe.graphics) * 100;
      Object.assign(line.style, { left: `${share}%`, right: `${share}%`, top: `${share}%`, bottom: `${share}%` });
    }
    this.#fit();
  }

  /** Its size in pixels of the reference frame. */
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
