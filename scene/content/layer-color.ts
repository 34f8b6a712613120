import { colorFromText } from '../../contract/model/canonical-value.ts';
import { hexOf } from '../../contract/model/css-color.ts';

/** Of a layer without a color. */
export const layerColor = '#8a7be0';

/** Clients get a hex color, as specified. Authors and other programs write names and `rgb()` too, or nothing. */
export function hexTag(tag: string): string {
  const color = colorFromText(tag.trim());
  return color ? hexOf(color) : layerColor;
}
