import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { AppTarget } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Notices } from '../screens/notices.ts';
import type { DeskPorts } from '../ports.ts';
import { Support, type SupportPorts } from './support.ts';

export interface DeskSupportPorts extends Pick<DeskPorts, 'asRunLog' | 'clock' | 'deliver' | 'settings' | 'support'> {
  apps: OpenApps;
  /** Where the apps with a backup and their backups are, whichever of them are in use. */
  backups: { readonly targets: readonly AppTarget[] };
  /** The connections without their secrets, and every secret that may stand in what is handed out. */
  connections: Pick<DeskView, 'connections' | 'secrets'> & { knownSecrets(): Promise<string[]> };
  notices: Notices;
}

/** What screens ask for when something went wrong, over everything that the desk knows of itself. */
export function deskSupport(ports: DeskSupportPorts): Support['calls'] {
  const { apps, backups, connections, notices } = ports;
  return new Support({
    clock: ports.clock,
    shell: ports.support,
    log: ports.asRunLog,
    deliver: ports.deliver,
    desk: () => ({
      settings: settingsOf(ports),
      apps: apps.all.map((app) => app.view()),
      connections: connections.connections,
      secrets: connections.secrets,
      notices: notices.list.map(({ text }) => text),
    }),
    services: () => servicesOf(apps),
    secrets: async () => [
      ...(await secretsOf([...targetsOf(apps), ...backups.targets])),
      ...(await connections.knownSecrets()),
    ],
  }).calls;
}

/** As they are in the file. One that cannot be read was put aside, and the notices say so. */
function settingsOf({ settings }: Pick<DeskPorts, 'settings'>): unknown {
  try {
    return settings.read();
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

function servicesOf(apps: OpenApps): ReturnType<SupportPorts['services']> {
  const services = new Map<string, ReturnType<SupportPorts['services']>[number]>();
  for (const { name: app, target } of apps.all) {
    if (target && !services.has(target.base)) services.set(target.base, { app, ...target });
  }
  return [...services.values()];
}

function targetsOf(apps: OpenApps): AppTarget[] {
  return apps.all.flatMap(({ target }) => target ?? []);
}

/** The tokens and passwords that apps are controlled with. */
async function secretsOf(targets: readonly AppTarget[]): Promise<string[]> {
  const accounts = await Promise.all(targets.map(async ({ account }) => account?.().catch(() => undefined)));
  return [...targets.map(({ token }) => token), ...accounts.flatMap((account) => account?.password ?? [])];
}
