import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasTool } from '../../build/package/tools.ts';
import { root } from '../../build/set-up.js';
import { builtHostFolders, builtShell } from '../kit/built.ts';
import type { OfflineShow } from '../kit/programs/offline-show.ts';

const run = promisify(execFile);
const lacking = ['unshare', 'ip', 'strace'].find((tool) => !hasTool(tool));
/** What keeps this machine from making a network without a route. */
const missing =
  process.getuid?.() === 0 ? lacking && `${lacking} is not on this machine` : 'only root can make a network of its own';

/** The connections in a log of strace to anything but this machine. */
function outside(log: string): string[] {
  const isOutside = (line: string): boolean =>
    /sa_family=AF_INET6?\b/.test(line) &&
    (!/inet_addr\("127\.|inet_pton\(AF_INET6, "::1"/.test(line) || /htons\(53\)/.test(line));
  return log.split('\n').filter(isOutside);
}

describe('a machine without a network', () => {
  it('shows the demo show with its fonts and its help at the first start, and tries to reach nobody', async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const folder = mkdtempSync(join(tmpdir(), 'offline-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const log = join(folder, 'connections');
    const program = join(root, 'test/kit/programs/offline-show.ts');
    // A network of its own, with loopback and without a route.
    const script = 'ip link set lo up && exec "$0" "$@"';
    const { stdout } = await run('unshare', ['--net', 'sh', '-c', script, process.execPath, program, log]);
    const { asked, fonts, words, chapters } = JSON.parse(stdout) as OfflineShow;
    expect(asked.filter((host) => !/^127\.0\.0\.1:\d+$/.test(host))).toEqual([]);
    expect(words).toContain('Eleanor Marsh');
    expect(fonts).toEqual(['Inter Variable', 'Roboto Condensed Variable']);
    expect(chapters).toBeGreaterThan(10);
    const connections = readFileSync(log, 'utf8');
    // The desk reaches its own service, so something was watched.
    expect(connections).toMatch(/sa_family=AF_INET, .*inet_addr\("127\.0\.0\.1"\)/);
    expect(outside(connections)).toEqual([]);
  });

  it('is told apart from one with a network by what is tried', () => {
    const tried = [
      '1 connect(5, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("140.82.121.3")}, 16) = 0',
      '1 connect(5, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 0',
      '1 connect(5, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
    ];
    const own = [
      '1 connect(5, {sa_family=AF_INET, sin_port=htons(8123), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
      '1 connect(5, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
      '1 connect(5, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0',
    ];
    expect(outside([...own, ...tried].join('\n'))).toEqual(tried);
  });
});

/** Hosts in the texts of the programs that are never asked, each with the reason. */
const named: Record<string, string> = {
  'www.w3.org': 'names the kinds of XML and SVG elements',
  'json-schema.org': 'names the dialect of a JSON Schema',
  'raw.githubusercontent.com': 'names a JSON Schema of the validator of Fastify',
  'ograf.ebu.io': 'names the schema of an OGraf manifest',
  'fastify.dev': 'is in the words of an error of Fastify',
  'localhost.com': 'stands for any host where Fastify reads a path',
  'svelte.dev': 'is in the words of errors of Svelte',
  'mutative.js.org': 'is in the words of errors of Mutative',
  'bitfocus.io': 'is an address to read in the manual',
};

/** The texts of a file: what is in quotes in a script, without its comments; all of any other file. */
function textsOf(file: string): string[] {
  const content = readFileSync(file, 'utf8');
  if (!/\.c?js$/.test(file)) return [content];
  const found: string[] = [];
  const read = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text);
    ts.forEachChild(node, read);
  };
  read(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  return found;
}

describe('the built programs', () => {
  it('name no host of the internet but those that nobody asks', () => {
    const folders = [...builtHostFolders, join(builtShell, '..')];
    const files = folders
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
      .filter((file) => /\.(c?js|html|css|json|svg)$/.test(file) && !/licences\.json$/.test(file));
    expect(files.length).toBeGreaterThan(10);
    const hosts = files
      .flatMap(textsOf)
      .flatMap((text) => [...text.matchAll(/\b(?:https?|wss?):\/\/([\w-]+(?:\.[\w-]+)+)/g)])
      .map(([, host = '']) => host)
      // This machine, and names that nobody can have.
      .filter((host) => !/^127\.0\.0\.1$|\.(localhost|invalid|example)$/.test(host));
    expect([...new Set(hosts)].sort()).toEqual(Object.keys(named).sort());
  });
});
