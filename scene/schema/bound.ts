import { z } from 'zod';
import { ExpressionError, parseExpression } from '../expression/expression.ts';

export const instead = (expected: string) => ({
  error: ({ code }: { code?: string | undefined }) => (code === 'invalid_type' ? `expected ${expected}` : undefined),
});

export const FieldBinding = z
  .strictObject({ field: z.string() }, instead('{"field": "…"}'))
  .meta({ id: 'FieldBinding' });
export type FieldBinding = z.infer<typeof FieldBinding>;

/** May use fields of the same sub-composition; in a repeater also `item`, `index`, `count`. */
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

/** Fixed, a field or an expression: `120`, `{"field": "x"}`, `{"expression": "home & ' - ' & away"}`. */
export const bound = <T extends z.ZodType>(fixed: T) => z.union([fixed, FieldBinding, ExpressionBinding]);

export type Bound<T> = T | FieldBinding | ExpressionBinding;
