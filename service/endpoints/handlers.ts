import { appInstances } from './app-instances.ts';
import { assets } from './assets.ts';
import { authoring } from './authoring.ts';
import { compositions } from './compositions.ts';
import { controlapps } from './controlapps.ts';
import { dashboard } from './dashboard.ts';
import { graphics } from './graphics.ts';
import type { Handler } from './handler.ts';
import { healthAndApi } from './health.ts';

export const handlers: readonly Handler[] = [
  ...appInstances,
  ...compositions,
  ...authoring,
  ...assets,
  ...graphics,
  ...dashboard,
  ...controlapps,
  ...healthAndApi,
];
