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

export type DrawnStage = ReturnType<typeof drawStage>;

export function drawStage(
  node: HTMLElement,
  { aspect, background, safe }: Pick<PageOptions, 'aspect' | 'background' | 'safe'>,
) {
  if (background !== undefined) node.ownerDocument.documentElement.style.background = background;
  const safeLines = safe ? (['action', 'graphics'] as const).map((area) => ({ area, line: safeLine(node, area) })) : [];
  let frame: Size = usualFrame;
  const fit = (): void => {
    const { x, y, scale, beyond } = placement({ width: innerWidth, height: innerHeight }, frame, aspect);
    const { style } = node;
    style.width = `${frame.width + 2 * beyond.x}px`;
    style.height = `${frame.height + 2 * beyond.y}px`;
    style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    style.setProperty(beyondVariables.x, `${beyond.x}px`);
    style.setProperty(beyondVariables.y, `${beyond.y}px`);
  };
  const layOut = (stage: Stage | undefined): void => {
    frame = stage ?? usualFrame;
    for (const { area, line } of safeLines) {
      const share = `${(stage?.safe ?? usualSafe)[area] * 100}%`;
      Object.assign(line.style, { left: share, right: share, top: share, bottom: share });
    }
    fit();
  };
  addEventListener('resize', fit);
  layOut(undefined);
  return {
    node,
    /** In pixels of the reference frame. */
    get size(): Size {
      return { width: node.offsetWidth, height: node.offsetHeight };
    },
    /** Lays out the picture with this show. Texts are measured while shown: during `complete` it is invisible. */
    mount(show: HTMLElement, stage: Stage | undefined, complete: () => void): void {
      show.style.opacity = '0';
      layOut(stage);
      node.insertBefore(show, safeLines[0]?.line ?? null);
      try {
        complete();
      } catch (error) {
        show.remove();
        throw error;
      }
      show.style.opacity = '';
    },
  };
}

function safeLine(node: HTMLElement, area: string): HTMLElement {
  const line = node.ownerDocument.createElement('div');
  line.className = 'safe';
  line.dataset.safe = area;
  node.append(line);
  return line;
}
