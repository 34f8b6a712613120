import type { DrawnStage } from '../page/stage.ts';

interface LooseFont {
  name: string;
  address: string;
  face: FontFace;
}

/** What animations and transitions change. The copy has no animations, so it gets the current values. */
const animatedProperties = [
  'transform',
  'opacity',
  'filter',
  'clip-path',
  'stroke-dasharray',
  'stroke-dashoffset',
  'background-color',
  'color',
  'fill',
  'stroke',
  'width',
  'height',
];

/**
 * A PNG of the picture as a `data:` address, `width` pixels wide, transparent where nothing is drawn. The page is
 * copied with all its media into an SVG, which the browser draws to a canvas. A graphic in its own frame cannot be
 * copied and is left out.
 */
export async function capture(stage: DrawnStage, fonts: readonly LooseFont[], width: number): Promise<string> {
  const document = stage.node.ownerDocument;
  const { width: across, height: down } = stage.size;
  const height = Math.round((width * down) / across);
  const copy = stage.node.cloneNode(true) as HTMLElement;
  copy.style.transform = 'none';
  freezeAnimations(stage.node, copy);
  await embedMedia(stage.node, copy);
  const style = document.createElement('style');
  style.textContent = await embeddedStyles(document, fonts);
  copy.prepend(style);
  const written = new XMLSerializer().serializeToString(copy);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${across} ${down}">` +
    `<foreignObject width="${across}" height="${down}">${written}</foreignObject></svg>`;
  const picture = document.createElement('img');
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL('image/png');
}

/** Pairs the elements of the page with its copy, which must be unchanged. */
function pairs(page: Element, copy: Element): [Element, Element][] {
  const copies = copy.querySelectorAll('*');
  return [...page.querySelectorAll('*')].map((element, at) => [element, copies[at] as Element]);
}

function freezeAnimations(page: Element, copy: Element): void {
  const targets = new Set(
    page.ownerDocument.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.target),
  );
  for (const [element, twin] of pairs(page, copy)) {
    const { style } = twin as HTMLElement;
    style.transition = 'none';
    if (!targets.has(element)) continue;
    const computed = getComputedStyle(element);
    for (const name of animatedProperties) style.setProperty(name, computed.getPropertyValue(name));
  }
}

/** An SVG image loads nothing, so the copy embeds its media. Unreadable media are left out. */
async function embedMedia(page: Element, copy: Element): Promise<void> {
  const embed = async ([element, twin]: [Element, Element]): Promise<void> => {
    if (element instanceof HTMLImageElement) (twin as HTMLImageElement).src = await dataUrl(element.src);
    else if (element instanceof HTMLVideoElement) twin.replaceWith(stillOf(element, twin as HTMLElement));
    else if (element instanceof HTMLIFrameElement || element instanceof HTMLAudioElement) twin.remove();
    const mask = (element as HTMLElement).style.getPropertyValue('-webkit-mask-image');
    const source = /^url\("(.*)"\)$/.exec(mask)?.[1];
    if (source !== undefined) {
      (twin as HTMLElement).style.setProperty('-webkit-mask-image', `url("${await dataUrl(source)}")`);
    }
  };
  await Promise.all(pairs(page, copy).map(embed));
}

function stillOf(video: HTMLVideoElement, twin: HTMLElement): HTMLElement {
  const { ownerDocument: document, videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const still = document.createElement('img');
  still.className = twin.className;
  still.style.cssText = twin.style.cssText;
  still.src = canvas.toDataURL();
  return still;
}

async function embeddedStyles(document: Document, own: readonly LooseFont[]): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(nameOf));
  const texts = rules.map(async (rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return rule.cssText;
    const { style } = rule;
    const descriptors = {
      family: style.getPropertyValue('font-family'),
      weight: style.getPropertyValue('font-weight'),
      unicodeRange: style.getPropertyValue('unicode-range'),
    };
    return loaded.has(nameOf(descriptors))
      ? withSource(rule.cssText, rule.parentStyleSheet?.href ?? document.baseURI)
      : '';
  });
  const faces = own.map(async ({ name, address, face }) => {
    const source = `url("${await dataUrl(address)}")`;
    return `@font-face { font-family: "${name}"; font-weight: ${face.weight}; font-style: ${face.style}; src: ${source} }`;
  });
  return (await Promise.all([...texts, ...faces])).join('\n');
}

function nameOf({ family, weight, unicodeRange }: Pick<FontFace, 'family' | 'weight' | 'unicodeRange'>): string {
  const range = unicodeRange === '' ? 'U+0-10FFFF' : unicodeRange;
  return [family.replace(/["']/g, ''), weight || 'normal', range.replace(/\s/g, '').toUpperCase()].join(' ');
}

async function withSource(rule: string, base: string): Promise<string> {
  const source = /url\("?([^")]+)"?\)/.exec(rule);
  return source?.[1] === undefined ? rule : rule.replace(source[1], await dataUrl(new URL(source[1], base).href));
}

/** An address's content as a `data:` address; empty if it may not be read. */
async function dataUrl(address: string): Promise<string> {
  if (address === '' || address.startsWith('data:')) return address;
  try {
    const bytes = await (await fetch(address)).blob();
    return await new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.onerror = () => reject(reader.error ?? new Error('it cannot be read'));
      reader.readAsDataURL(bytes);
    });
  } catch {
    // Left out of the capture.
    return 'data:,';
  }
}
