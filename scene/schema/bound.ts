import { z } from 'zod';
import { ExpressionError, parseExpression } from '../expression/expression.ts';

/** Replaces the message for a value of the wrong type by one that says what was expected. */
export const instead = (expected: string) => ({
  error: ({ code }: { code?: string | undefined }) => (code === 'invalid_type' ? `expected ${expected}` : undefined),
});

/** The value of a field of the same sub-composition. */
export const FieldBinding = z
  .strictObject({ field: z.string() }, instead('{"field": "…"}'))
  .meta({ id: 'FieldBinding' });
export type FieldBinding = z.infer<typeof FieldBinding>;

/**
 * The value of an expression over the fields of the same sub-composition; in a repeater also over `item`, `index`,
 * `count`.
 */
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
 * A property that is fixed, bound to a field, or computed by an expression: `120`, `{"field": "x"}`, `{"expression":
 * "home & ' - ' & away"}`. `expression.ts` defines the language.
 */
export const bound = <T extends z.ZodType>(fixed: T) => z.union([fixed, FieldBinding, ExpressionBinding]);

export type Bound<T> = T | FieldBinding | ExpressionBinding;
