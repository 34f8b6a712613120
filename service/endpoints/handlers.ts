import { appInstances } from './app-instances.ts';
import { assets } from './assets.ts';
import { authoring } from './authoring.ts';
import { compositions } from './compositions.ts';
import { controlAppExtras } from './controlapp-extras.ts';
import { controlapps } from './controlapps.ts';
import { dashboard } from './dashboard.ts';
import { graphics } from './graphics.ts';
import type { Handler } from './handler.ts';
import { healthHandlers, openApiHandlers } from './health.ts';

export const handlers: readonly Handler[] = [
  ...appInstances,
  ...compositions,
  ...authoring,
  ...assets,
  ...graphics,
  ...dashboard,
  ...controlapps,
  ...controlAppExtras,
  ...healthHandlers,
  ...openApiHandlers,
];
