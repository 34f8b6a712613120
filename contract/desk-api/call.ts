import type { z } from 'zod';
import { type LinkContract, nothing } from '../link/link.ts';

/** A locked show refuses a call that `edits`. */
export interface DeskContract extends LinkContract {
  calls: Record<string, LinkContract['calls'][string] & { edits: boolean | ((request: never) => boolean) }>;
}

/** A call that edits nothing. Without `gives`, it gives nothing. */
export function ask<Takes extends z.ZodType, Gives extends z.ZodType = typeof nothing>(takes: Takes, gives?: Gives) {
  return { takes, gives: gives ?? (nothing as z.ZodType as Gives), edits: false };
}

/** As {@link ask}, for a call that edits. */
export function edit<Takes extends z.ZodType, Gives extends z.ZodType = typeof nothing>(takes: Takes, gives?: Gives) {
  return { ...ask(takes, gives), edits: true };
}
