import { controlapps } from './controlapps.ts';
import type { Handler } from './handler.ts';
import { healthHandlers } from './health.ts';

/** What carries out each endpoint of the contract. A test holds it and the contract's list together. */
export const handlers: readonly Handler[] = [...controlapps, ...healthHandlers];
