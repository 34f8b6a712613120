import { appInstances } from './app-instances.ts';
import { compositions } from './compositions.ts';
import { controlAppExtras } from './controlapp-extras.ts';
import { controlapps } from './controlapps.ts';
import { dashboard } from './dashboard.ts';
import type { Handler } from './handler.ts';
import { healthHandlers } from './health.ts';
import { openApiHandlers } from './openapi.ts';

/** What carries out each endpoint of the contract. A test holds it and the contract's list together. */
export const handlers: readonly Handler[] = [
  ...appInstances,
  ...compositions,
  ...dashboard,
  ...controlapps,
  ...controlAppExtras,
  ...healthHandlers,
  ...openApiHandlers,
];
