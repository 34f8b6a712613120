import { z } from 'zod';
import { ExpressionError, parseExpression } from '../expression/expression.ts';

/** What was expected, for whoever wrote something else in its place; other problems keep their own words. */
export const instead = (expected: string) => ({
  error: ({ code }: { code?: string | undefined }) => (code === 'invalid_type' ? `expected ${expected}` : undefined),
});

/** The value of a field of the same sub-composition, as it is. */
export const FieldBinding = z
  .strictObject({ field: z.string() }, instead('{"field": "…"}'))
  .meta({ id: 'FieldBinding' });
export type FieldBinding = z.infer<typeof FieldBinding>;

/** What an expression makes of the fields of the same sub-composition; in a repeater also of `item`, `index`, `count`. */
export const ExpressionBinding = z
  .strictObject(
    {
      expression: z.string().superRefine((text, { addIssue }) => {
        const problem = unreadable(text);
        if (problem !== undefined) addIssue({ code: 'custom', message: problem });
      }),
    },
    instead('{"expression": "…"}'),
  )
  .meta({ id: 'ExpressionBinding' });
export type ExpressionBinding = z.infer<typeof ExpressionBinding>;

function unreadable(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/**
 * A property of a scene that is fixed, or the value of the field with an id, or what an expression makes of fields:
 * `120`, `{"field": "x"}`, `{"expression": "home & ' - ' & away"}`. The grammar is that of `expression.ts`.
 */
export const bound = <T extends z.ZodType>(fixed: T) => z.union([fixed, FieldBinding, ExpressionBinding]);

export type Bound<T> = T | FieldBinding | ExpressionBinding;
