import { texts } from '../../../contract/texts/texts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AsRunEntry } from '../../../contract/desk-api/as-run.ts';
import type { ConnectionView } from '../../../contract/desk-api/connections.ts';
import type { AppView } from '../../../contract/desk-api/desk-api.ts';
import type { ConnectionPort, DeliveredFile, HttpRequest } from '../../../desk/ports.ts';
import {
  type SupportFacts,
  supportParts,
  supportZip,
  supportBundleCalls,
  type SupportedDesk,
} from '../../../desk/log/support.ts';
import { holds, maskedText, maskedValue, tellingIn } from '../../../desk/log/redact.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';
import { memorySettings, ScriptedPorts } from '../../kit/desk/scripted-ports.ts';
import { openShow } from '../../kit/service/scripted-show.ts';
import { unzipped, unzippedFile } from '../../kit/unzipped.ts';
import { knownError, recordingLog } from '../../kit/desk/recording-log.ts';

const token = 'kq7c0t5voXvE1rXbRr0mJ3G2';
const password = 'gr4phics/at+noon';

const connection: ConnectionView = {
  id: 'c1',
  name: 'Main',
  kind: 'account',
  base: 'https://graphics.example',
  email: 'ada@graphics.example',
  hasSecret: true,
  proxy: { use: 'address', address: 'http://proxy.example', user: 'ada', hasSecret: true },
  certificates: [],
  status: 'open',
  reason: '',
  apps: [],
};
const app: AppView = {
  key: 'news',
  name: 'Evening News',
  kind: 'account',
  connection: { status: 'live', reason: '', service: 'https://graphics.example', confirmedAt: 1, stale: false },
  truth: 'live',
  app: { id: 1, name: 'Evening News', onairUrl: `https://graphics.example/onair/${token}?aspect=16:9`, mediaUrl: '' },
  outputs: null,
  quota: null,
  backup: null,
};
const facts = (of: Partial<SupportFacts> = {}): SupportFacts => ({
  now: Date.parse('2026-01-02T03:04:05.678Z'),
  versions: { desk: '1.0.0' },
  environment: { system: 'linux' },
  settings: { version: 1, keys: [], connections: [{ id: 'c1', base: 'https://graphics.example', secret: 's-17' }] },
  apps: [app],
  connections: [connection],
  secrets: { state: 'open', backend: 'keychain', said: 'Secrets are in the keychain.' },
  notices: [texts.log.diskFull(12)],
  log: [`2026-01-02T03:04:05.678Z GET https://graphics.example/apiv2/controlapps/${token}/control`],
  deskLog: [`{"level":"error","message":"GET https://graphics.example/apiv2/controlapps/${token}/control"}`],
  asRun: [{ ...asRunLineOf(), seq: 1, before: '' }],
  services: [{ app: 'Evening News', ready: '{"status":"ready"}', metrics: 'overlay_live_subscribers 2\n' }],
  ...of,
});

describe('a support bundle', () => {
  it('holds what those who help need, and of secrets not even their names', async () => {
    const files = await unzipped(await supportZip(supportParts(facts(), [token, password]), [token, password]));
    const json = (name: string): unknown => JSON.parse(files[name]!);
    expect(Object.keys(files)).toEqual([
      'about.json',
      'settings.json',
      'connections.json',
      'apps.json',
      'notices.json',
      'log.txt',
      'desk.jsonl',
      'as-run.jsonl',
      'service-1/ready.json',
      'service-1/metrics.txt',
    ]);
    expect(json('about.json')).toEqual({
      made: '2026-01-02T03:04:05.678Z',
      versions: { desk: '1.0.0' },
      environment: { system: 'linux' },
    });
    expect(json('settings.json')).toEqual({
      version: 1,
      keys: [],
      connections: [{ id: 'c1', base: 'https://graphics.example', secret: '(removed)' }],
    });
    expect(json('connections.json')).toEqual({
      connections: [
        {
          id: 'c1',
          name: 'Main',
          kind: 'account',
          base: 'https://graphics.example',
          status: 'open',
          reason: '',
          filled: true,
          proxy: 'address',
          certificates: 0,
          apps: [],
        },
      ],
      store: { state: 'open', backend: 'keychain' },
    });
    expect(files['log.txt']).toBe(
      '2026-01-02T03:04:05.678Z GET https://graphics.example/apiv2/controlapps/(removed)/control\n',
    );
    expect(JSON.parse(files['desk.jsonl']!)).toEqual({
      level: 'error',
      message: 'GET https://graphics.example/apiv2/controlapps/(removed)/control',
    });
    expect(JSON.parse(files['as-run.jsonl']!)).toEqual({ ...asRunLineOf(), seq: 1, before: '' });
    expect(files['service-1/metrics.txt']).toBe('overlay_live_subscribers 2\n');
  });

  it('has the lines of logs that were written before their secret was known, without it', async () => {
    const known = [password];
    const of = facts({ log: [`trying ${password}`], deskLog: [`{"message":"ada:${encodeURIComponent(password)}"}`] });
    const files = await unzipped(await supportZip(supportParts(of, known), known));
    expect([files['log.txt'], files['desk.jsonl']]).toEqual(['trying (removed)\n', '{"message":"ada:(removed)"}\n']);
  });

  it('is not made where a secret is in it after all, and says in which part', async () => {
    const asRun: AsRunEntry[] = [{ ...asRunLineOf({ items: [{ payload: { line1: password } }] }), seq: 1, before: '' }];
    const known = [token, password];
    await expect(supportZip(supportParts(facts({ asRun }), known), known)).rejects.toThrow(
      texts.log.noBundle('as-run.jsonl', texts.log.ownSecret),
    );
  });

  it('is not made where something looks like a secret that nobody masked', async () => {
    const parts = new Map([['log.txt', 'Authorization: Basic YWRhOmdyYXBoaWNz']]);
    await expect(supportZip(parts, [])).rejects.toThrow('in its part log.txt there is an Authorization header.');
  });
});

describe('what shows by what is around it', () => {
  it.each([
    ['https://ada:pw@graphics.example/x', 'https://(removed)@graphics.example/x'],
    [`/apiv2/controlapps/${token}/control`, '/apiv2/controlapps/(removed)/control'],
    [`http://127.0.0.1:8830/onair/${token}?aspect=16:9`, 'http://127.0.0.1:8830/onair/(removed)?aspect=16:9'],
    [`http://127.0.0.1:8840/?token=${token}`, 'http://127.0.0.1:8840/?token=(removed)'],
    ['{"authorization":"Bearer abcdefgh12345678"}', '{"authorization":"Bearer (removed)"}'],
    ['it said eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', 'it said (removed)'],
    ['Lower Third: goals = 2, token of thanks', 'Lower Third: goals = 2, token of thanks'],
  ])('in %s is masked, and then nothing shows any more', (text, masked) => {
    expect(maskedText(text)).toBe(masked);
    expect(tellingIn(masked)).toBeUndefined();
    if (text !== masked) expect(tellingIn(text)).toEqual(expect.any(String));
  });

  it('by the name of its member is removed, whatever it is', () => {
    expect(maskedValue({ a: [{ apiToken: 'x', passwordHash: 1, hasSecret: true, name: 'Ada' }] })).toEqual({
      a: [{ apiToken: '(removed)', passwordHash: '(removed)', hasSecret: true, name: 'Ada' }],
    });
  });
});

describe('a known secret', () => {
  it('is found in whatever form it stands in a text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }).filter((text) => text.trim() !== ''),
        fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
        (secret, around) => {
          const forms = [
            secret,
            JSON.stringify(secret),
            encodeURIComponent(secret),
            Buffer.from(secret).toString('hex'),
            Buffer.from(`${around}:${secret}`).toString('base64'),
            Buffer.from(`${around}${secret}${around}`).toString('base64url'),
          ];
          expect(forms.map((form) => holds(`${around} ${form} ${around}`, secret))).toEqual(forms.map(() => true));
        },
      ),
    );
  });

  it('that is short is found as a word, and not in the middle of every other', () => {
    expect([holds('the news at ten', 'news'), holds('"pw":"news"', 'news'), holds('newsroom', 'news')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a screen that asks for a support bundle', () => {
  interface Asked {
    search?: SupportedDesk['outside']['asRunLog']['search'];
    recent?: SupportedDesk['outside']['log']['recent'];
    request?: ConnectionPort['request'];
    known?: string[];
  }

  const setUp = (of: Asked = {}) => {
    const delivered: DeliveredFile[] = [];
    const asked: string[] = [];
    const clock = new ManualClock();
    const request = ({ url }: HttpRequest) => {
      asked.push(url);
      return Promise.resolve({ status: url.endsWith('/metrics') ? 200 : 503, body: 'up 1\n', etag: null, headers: {} });
    };
    const lines = Array.from({ length: 2_500 }, (_, at) => ({ ...asRunLineOf(), seq: 2_500 - at, before: '' }));
    const { settings, connections, secrets, notices, log, versions } = facts();
    const connection = { request: of.request ?? request, openLive: () => expect.fail('Nothing is live here.') };
    const target = { base: 'https://graphics.example', token, connection, openTruth: () => expect.fail() };
    const desk: SupportedDesk = {
      clock,
      outside: {
        settings: memorySettings(settings),
        support: {
          versions: () => versions,
          environment: () => Promise.resolve({}),
          disk: () => Promise.resolve(undefined),
          log: () => log,
        },
        log: of.recent ? { recent: of.recent } : recordingLog(),
        asRunLog: {
          search:
            of.search ??
            (({ next, size }) => {
              const from = Number(next ?? 0);
              return Promise.resolve({
                lines: lines.slice(from, from + size),
                next: String(from + size),
                searchedTo: null,
                problems: [],
              });
            }),
        },
        deliver: (file) => {
          delivered.push(file);
          return Promise.resolve({ how: 'saved', file: file.name });
        },
      },
      faults: { in: () => knownError },
      apps: { all: [{ name: 'Evening News', target, view: () => app }] },
      notices: { list: notices.map((text) => ({ id: text, text })) },
      backups: { targets: [] },
      services: {
        connections: { view: connections },
        secrets: { view: secrets },
        knownSecrets: () => Promise.resolve(of.known ?? [password]),
      },
      liveData: { sources: { knownSecrets: [] } },
    };
    return { calls: supportBundleCalls(desk), delivered, asked, clock };
  };

  it('gets the last 2,000 lines of the log, in their order, and what each service says of itself', async () => {
    const { calls, delivered, asked } = setUp();
    expect(await calls.supportBundle({})).toEqual({
      how: 'saved',
      file: 'overlay-desk support 2026-01-01.zip',
    });
    const files = await unzippedFile(delivered[0]);
    const lines = files['as-run.jsonl']!.trimEnd().split('\n');
    expect([lines.length, JSON.parse(lines[0]!).seq, JSON.parse(lines.at(-1)!).seq]).toEqual([2_000, 501, 2_500]);
    expect(asked).toEqual(['https://graphics.example/readyz', 'https://graphics.example/metrics']);
    expect(JSON.parse(files['service-1/ready.json']!)).toEqual({
      app: 'Evening News',
      ready: texts.log.answered(503),
    });
    expect(files['service-1/metrics.txt']).toBe('up 1\n');
  });

  it('gets one also where the log cannot be read, and a service does not answer', async () => {
    const { calls, delivered, clock } = setUp({
      search: () => Promise.reject(new Error('EIO')),
      recent: () => Promise.reject(new Error('EIO')),
      request: (_, signal) =>
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    });
    const made = calls.supportBundle({});
    await clock.pass(3_000);
    await made;
    const files = await unzippedFile(delivered[0]);
    expect([files['as-run.jsonl'], files['service-1/metrics.txt']]).toEqual(['', texts.log.silent]);
  });

  it('gets none where a secret would be in it', async () => {
    const { calls, delivered } = setUp({ known: ['Lower Third'] });
    await expect(calls.supportBundle({})).rejects.toThrow('in its part as-run.jsonl');
    expect(delivered).toEqual([]);
  });
});

it('a bundle is refused if it has the token of an app instance that the desk does not control', async () => {
  const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk', apps: [1] }];
  const ports = new ScriptedPorts(memorySettings({ version: 1, connections, note: `It is ${token}.` }));
  const { screen } = await openShow(ports);
  await ports.serviceReady(4000, ['chosen-token', token]);
  const bundle = screen.call('supportBundle', {});
  const refused = expect(bundle).rejects.toThrow(/settings/);
  await settled();
  await ports.clock.pass(5_000);
  await refused;
});
