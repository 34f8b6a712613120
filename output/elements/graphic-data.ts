import type { Color } from '../../contract/model/field.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { flagOf, jsonOf, numberOf, type Scope, textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { ownOf } from '../../contract/own.ts';

type Bindings = ElementOf<'graphic'>['data'];
type DataBinding = Bindings[string];

/** A graphic's data or action payload, in the form of its schema. Throws, naming the field, for a wrong type. */
export function graphicData(data: Bindings, scope: Scope, media: ShowMedia): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, bound]) => [name, readers[bound.as ?? 'text'](bound, scope, media)]),
  );
}

type DataReader = (bound: DataBinding, scope: Scope, media: ShowMedia) => unknown;

const readers: Record<NonNullable<DataBinding['as']>, DataReader> = {
  number: numberOf,
  share: (bound, scope) => Number((numberOf(bound, scope) / 100).toPrecision(12)),
  flag: flagOf,
  json: jsonOf,
  color: (bound, scope) => hexOf(bound, scope).slice(0, 7),
  'color-alpha': hexOf,
  // A path relative to the package stays as it is: the graphic's own page resolves it.
  address: (bound, scope, media) => {
    const source = textOf(bound, scope);
    return source.startsWith('/') ? media.address(source) : source;
  },
  text: textOf,
};

function hexOf({ field }: DataBinding, { fields }: Scope): string {
  const color = ownOf(fields, field);
  if (typeof color !== 'object' || !('r' in color)) throw new Error(`the field "${field}" does not hold a color`);
  const { r, g, b, a }: Color = color;
  const two = (part: number): string => Math.round(part).toString(16).padStart(2, '0');
  return `#${two(r)}${two(g)}${two(b)}${two(a * 255)}`;
}
