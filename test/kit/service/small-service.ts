import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { ServiceLog } from '../../../service/log.ts';
import { openService, type RunningService, type ServiceOptions } from '../../../service/service.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { sqliteStore } from '../../../service/store/store.ts';
import type { Account } from './api-client.ts';
import { smallShow } from './small-show.ts';

/** A real service with the small show, in this process, on a port of its own. */
export interface SmallService {
  url: string;
  /** The media address. */
  mediaUrl: string;
  /** The account that everything belongs to. */
  account: Account;
  /** The address of the app instance in the second generation, with its app token. */
  app: string;
  token: string;
  outputToken: string;
  onairUrl: string;
  /** Every line that it logged. */
  logged: { level: string; message: string; fields: Record<string, unknown> | undefined }[];
  directory: string;
  /** Stop it, start it again on the same data. */
  restart(): Promise<SmallService>;
  /** Stop it and remove its data, where the directory was not given. */
  close(): Promise<void>;
}

/** Whom every small service has from the start. */
export const firstAccount: Account = { email: 'ada@example.org', password: 'difference engine' };
/** Passwords of tests are worth nothing and must cost nothing. */
export const cheapHash = { ln: 4, r: 8, p: 1 };

type Given = Partial<ServiceOptions> & { composition?: Composition };

/** Start it; what is given replaces what it is made of by default. */
export async function startSmallService(given: Given = {}): Promise<SmallService> {
  if (given.data !== undefined) return start(given, given.data);
  const directory = mkdtempSync(join(tmpdir(), 'overlay-service-'));
  return start(given, directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** The same, with the database that it stores in. */
export async function startWithDatabase(given: Given = {}): Promise<{ service: SmallService; database: DatabaseSync }> {
  const found = Promise.withResolvers<DatabaseSync>();
  const service = await startSmallService({
    ...given,
    openStore: (directory) => {
      const opened = openDatabase(directory);
      found.resolve(opened.database);
      return sqliteStore(opened);
    },
  });
  return { service, database: await found.promise };
}

async function start(given: Given, directory: string, remove = (): void => undefined): Promise<SmallService> {
  const logged: SmallService['logged'] = [];
  const service = await openService({
    port: 0,
    data: directory,
    outputPage: join(directory, 'page'),
    demoMedia: join(directory, 'media'),
    log: logInto(logged),
    firstUser: firstAccount,
    hashCost: cheapHash,
    seed: () => Promise.resolve({ name: 'Small', composition: given.composition ?? smallShow }),
    ...given,
  });
  return {
    ...described(service),
    account: firstAccount,
    logged,
    directory,
    restart: async () => {
      await service.close();
      return start(given, directory, remove);
    },
    close: async () => {
      await service.close();
      remove();
    },
  };
}

function logInto(logged: SmallService['logged']): ServiceLog {
  const into =
    (level: string) =>
    (message: string, fields?: Record<string, unknown>): void =>
      void logged.push({ level, message, fields });
  return { info: into('info'), warn: into('warn'), error: into('error') };
}

function described(service: RunningService) {
  const [app] = service.apps;
  if (!app) throw new Error('The service has no app instance.');
  const { token, onairUrl } = app;
  const outputToken = new URL(onairUrl).pathname.slice('/onair/'.length);
  const { url, mediaUrl } = service;
  return { url, mediaUrl, app: `${service.url}/apiv2/controlapps/${token}`, token, outputToken, onairUrl };
}
