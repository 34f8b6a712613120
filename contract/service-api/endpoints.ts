import { readControl, readModel, updateControl } from './controlapps.ts';
import { health } from './health.ts';

/** Every endpoint of the service. */
export const endpoints = [readControl, readModel, updateControl, health] as const;
