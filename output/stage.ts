/** The frame that every scene is laid out in, in its own pixels. */
export const reference = { width: 1920, height: 1080 } as const;

/** Width by height of the picture that was asked for (`16:9`), or 16:9 where what was asked is not an aspect. */
export function aspectRatio(asked: string | null): number {
  const parts = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(asked ?? '16:9');
  const ratio = Number(parts?.[1]) / Number(parts?.[2]);
  if (Number.isFinite(ratio) && ratio > 0) return ratio;
  console.warn(`on air: aspect "${asked}" is not of the form 16:9; showing 16:9`);
  return 16 / 9;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Where the reference frame goes: the largest picture of the asked aspect in the middle of the viewport, and the whole
 * frame in the middle of that, so that nothing is ever cut off or stretched.
 */
export function placement(viewport: Size, ratio: number): { x: number; y: number; scale: number } {
  const width = Math.min(viewport.width, viewport.height * ratio);
  const height = width / ratio;
  const scale = Math.min(width / reference.width, height / reference.height);
  return {
    x: (viewport.width - reference.width * scale) / 2,
    y: (viewport.height - reference.height * scale) / 2,
    scale,
  };
}

/** Keeps the stage fitted to the window. */
export function fitStage(stage: HTMLElement, ratio: number): void {
  const fit = (): void => {
    const { x, y, scale } = placement({ width: innerWidth, height: innerHeight }, ratio);
    stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };
  addEventListener('resize', fit);
  fit();
}
