import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';
import type { ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { concealed, holds, maskedText, maskedValue, tellingIn } from './redact.ts';

/** The service's answers verbatim, or the reason for no answer. */
export interface ServiceAnswers {
  app: string;
  ready: string;
  metrics: string;
}

export interface SupportFacts {
  /** Milliseconds since the epoch. */
  now: number;
  versions: Record<string, string>;
  environment: Record<string, unknown>;
  settings: unknown;
  apps: readonly AppView[];
  connections: readonly ConnectionView[];
  secrets: SecretsView;
  notices: readonly string[];
  log: readonly string[];
  /** The newest records of the desk's log, as lines of JSON. */
  deskLog: readonly string[];
  /** Oldest first. */
  asRun: readonly AsRunEntry[];
  services: readonly ServiceAnswers[];
}

/**
 * Builds the files from explicitly selected, masked fields. `known` secrets are also removed from log lines, which may
 * be older than the desk's knowledge of the secret.
 */
export function supportParts(facts: SupportFacts, known: readonly string[]): Map<string, string> {
  const { now, versions, environment } = facts;
  const parts = new Map<string, string>();
  const logLines = (texts: readonly string[]): string => lines(texts.map((text) => maskedText(concealed(text, known))));
  const add = (name: string, value: unknown): void => void parts.set(name, json(value));
  add('about.json', { made: new Date(now).toISOString(), versions, environment });
  add('settings.json', facts.settings ?? null);
  add('connections.json', { connections: facts.connections.map(connectionPart), store: storePart(facts.secrets) });
  add('apps.json', facts.apps.map(appPart));
  add('notices.json', facts.notices);
  parts.set('log.txt', logLines(facts.log));
  parts.set('desk.jsonl', logLines(facts.deskLog));
  parts.set('as-run.jsonl', lines(facts.asRun.map((line) => JSON.stringify(maskedValue(line)))));
  for (const [at, { app, ready, metrics }] of facts.services.entries()) {
    add(`service-${at + 1}/ready.json`, { app, ready });
    parts.set(`service-${at + 1}/metrics.txt`, maskedText(metrics));
  }
  return parts;
}

/** Throws `secret-found` with the part's name, and makes no zip, if a part may contain a secret. */
export async function supportZip(parts: ReadonlyMap<string, string>, secrets: readonly string[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of parts) {
    const found = secrets.some((secret) => holds(text, secret)) ? 'a secret of this desk' : tellingIn(text);
    if (found !== undefined) {
      throw new OverlayError('secret-found', `The support bundle was not made: in its part ${name} there is ${found}.`);
    }
    zip.addBuffer(Buffer.from(text), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function connectionPart({ id, name, kind, base, status, reason, hasSecret, ...rest }: ConnectionView) {
  const { proxy, certificates, apps } = rest;
  const shown = { id, name, kind, base, status, reason, filled: hasSecret };
  return { ...shown, proxy: proxy.use, certificates: certificates.length, apps };
}

function storePart({ state, backend }: SecretsView) {
  return { state, backend };
}

function appPart({ key, name, kind, connection, truth, app, outputs, quota, backup }: AppView) {
  return { key, name, kind, connection, truth, id: app?.id ?? null, outputs, quota, backup };
}

function json(value: unknown): string {
  return `${JSON.stringify(maskedValue(value), undefined, 2)}\n`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
