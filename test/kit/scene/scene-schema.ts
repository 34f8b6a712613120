import type { z } from 'zod';
import { StillElement } from '../../../scene/schema/scene.ts';

/** A place in an element that takes a value, as the schema has it. */
export interface SchemaPlace {
  /** From the element on. */
  path: string[];
  /** The type of the fixed value of a property that can be bound, `none` where there is no fixed one; undefined where it cannot be bound. */
  bindable: string | undefined;
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  valueType?: z.ZodType;
}

const definition = (schema: z.ZodType): Definition => schema.def;

/** Every kind of element with every property of it, those inside of others too, but not what it holds. */
export function sceneProperties(): Map<string, SchemaPlace[]> {
  const kinds = definition(StillElement).options ?? [];
  return new Map(
    kinds.map((kind) => {
      const { kind: name, elements: _, ...shape } = definition(kind).shape ?? {};
      return [valueOf(name), Object.entries(shape).flatMap(([key, schema]) => places(schema, [key]))];
    }),
  );
}

function valueOf(literal: z.ZodType | undefined): string {
  return String((literal?.def as unknown as { values: unknown[] } | undefined)?.values[0]);
}

function places(schema: z.ZodType, path: string[]): SchemaPlace[] {
  const { type, innerType, shape, options = [], valueType } = definition(schema);
  if (innerType) return places(innerType, path);
  if (isBinding(schema)) return [{ path, bindable: 'none' }];
  if (options.some(isBinding)) {
    const fixed = options.find((option) => !isBinding(option));
    return [{ path, bindable: fixed ? definition(fixed).type : 'none' }];
  }
  if (type === 'record' && valueType) return places(valueType, [...path, '*']);
  const inside = [schema, ...options].flatMap((one) =>
    Object.entries(definition(one).shape ?? {}).flatMap(([key, nested]) => places(nested, [...path, key])),
  );
  return shape || inside.length > 0 ? [{ path, bindable: undefined }, ...inside] : [{ path, bindable: undefined }];
}

function isBinding(schema: z.ZodType): boolean {
  const names = Object.keys(definition(schema).shape ?? {});
  return names.includes('field') || names.includes('expression');
}
