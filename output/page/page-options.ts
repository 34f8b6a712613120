import type { PageRole } from '../../contract/service-api/output-page.ts';

/**
 * The options of the page's address:
 * `?aspect=16:9&bgcolor=00ff00&layer=key&safe=1&preview=1&monitor=1&in=ID,ID&backup=URL`.
 */
export interface PageOptions {
  role: PageRole;
  /** Width / height; undefined for the composition's own. */
  aspect: number | undefined;
  background: string | undefined;
  /** For a keyer: the picture over black, or its alpha as a grey level. Both are opaque. */
  layer: 'fill' | 'key' | undefined;
  safe: boolean;
  /** `preview`: the ids of the sub-compositions shown In; undefined for all. */
  only: string[] | undefined;
  /** The address of the backup's page, which a page on air draws too. */
  backup: string | undefined;
}

/** Warns of an invalid option and ignores it. `isColor`: whether CSS knows a color. */
export function pageOptions(search: string, isColor: (color: string) => boolean): PageOptions {
  const value = new URLSearchParams(search);
  const on = (name: string): boolean => value.get(name) === '1';
  const layer = layerOf(value.get('layer'));
  // A layer is over black. The backup's page stays clear: this page makes the layer of both.
  if (layer) value.delete('bgcolor');
  return {
    role: on('preview') ? 'preview' : on('monitor') ? 'monitor' : 'output',
    aspect: aspectRatio(value.get('aspect')),
    background: background(value.get('bgcolor'), isColor),
    layer,
    safe: on('safe'),
    only: value.get('in')?.split(',').filter(Boolean),
    backup: backupPage(value),
  };
}

/** The backup's page looks as this one does. */
function backupPage(options: URLSearchParams): string | undefined {
  const value = options.get('backup');
  if (value !== null && /^https?:\/\/[^/]+\//.test(value)) {
    const url = new URL(value);
    for (const name of ['aspect', 'bgcolor', 'safe']) {
      const own = options.get(name);
      if (own !== null) url.searchParams.set(name, own);
    }
    return url.href;
  }
  if (value !== null) console.warn(`on air: backup "${value}" is no address of a page; showing the main alone`);
  return undefined;
}

/** `16:9` as width / height. */
function aspectRatio(value: string | null): number | undefined {
  if (value === null) return undefined;
  const parts = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value);
  const ratio = Number(parts?.[1]) / Number(parts?.[2]);
  if (Number.isFinite(ratio) && ratio > 0) return ratio;
  console.warn(`on air: aspect "${value}" is not of the form 16:9; showing the composition's own`);
  return undefined;
}

function layerOf(value: string | null): PageOptions['layer'] {
  if (value === null || value === 'fill' || value === 'key') return value ?? undefined;
  console.warn(`on air: layer "${value}" is neither fill nor key; showing the normal picture`);
  return undefined;
}

/** A hex color may lack its `#`, which begins the fragment of an address. A color name is never read as hex. */
function background(value: string | null, isColor: (color: string) => boolean): string | undefined {
  if (value === null || value === '') return undefined;
  // CSS keywords take their color from elsewhere.
  const isKeyword = /^(inherit|initial|unset|revert|currentcolor)$/i.test(value);
  if (/^[a-z]+$/i.test(value) && !isKeyword && isColor(value)) return value;
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(value);
  if (hex) return `#${hex[1] ?? ''}`;
  console.warn(`on air: bgcolor "${value}" is neither a hex color nor the name of one; the background stays clear`);
  return undefined;
}
