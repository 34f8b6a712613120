import * as appInstances from './app-instances.ts';
import * as assets from './assets.ts';
import * as authoring from './authoring.ts';
import * as compositions from './compositions.ts';
import * as controlAppExtras from './controlapp-extras.ts';
import * as controlApps from './controlapps.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as graphics from './graphics.ts';
import * as health from './health.ts';

const files = [
  appInstances,
  compositions,
  authoring,
  assets,
  graphics,
  dashboard,
  controlApps,
  controlAppExtras,
  health,
];

/** The order is that of the rows of the specification; extensions follow. */
export const endpoints: readonly Endpoint[] = files
  .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
  .toSorted((one, other) => rowOf(one) - rowOf(other));

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;
}

function rowOf({ source }: Endpoint): number {
  return source === 'extension' ? 1_000 : source;
}
