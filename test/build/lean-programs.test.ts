import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asciiOnly, unused, withoutUnused } from '../../build/vite/lean-programs.ts';

const packages = join(import.meta.dirname, '../../node_modules');

/** The sources of a package, those of its own packages left out. */
function sourcesOf(name: string): string {
  return readdirSync(join(packages, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?js$/.test(file) && !/(^|\/)(node_modules|tests?|bench\w*|examples?)\//.test(file))
    .map((file) => readFileSync(join(packages, name, file), 'utf8'))
    .join('\n');
}

function resolved(id: string, from: string, program: string): unknown {
  const { resolveId } = withoutUnused as unknown as { resolveId: (this: unknown, id: string, from: string) => unknown };
  return resolveId.call({ environment: { name: program } }, id, from);
}

describe('what a program does not use is left out of it', () => {
  it.each(unused)('$module of $of, which still imports it, and nothing of it but $names', (one) => {
    const sources = sourcesOf(one.of);
    const name = one.module.replaceAll('/', '\\/');
    expect(sources).toMatch(new RegExp(`(require\\(|from )'${name}'`));
    const variable = new RegExp(`(?:const|let|import) (\\w+) (?:=|from) (?:require\\()?'${name}'`).exec(sources)?.[1];
    if (variable === undefined || !one.names) return;
    const used = [...sources.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(\\w+)\\(`, 'g'))].map(([, used]) => used);
    expect(one.names).toEqual(expect.arrayContaining(used));
  });

  it('for this package alone', () => {
    expect(resolved('glob', '/project/node_modules/@fastify/static/index.js', 'service')).toBeDefined();
    expect(resolved('glob', '/project/node_modules/other/index.js', 'service')).toBeUndefined();
    expect(resolved('glob', '/project/service/main.ts', 'service')).toBeUndefined();
  });

  it('in no program that opens WebSockets, where it is the network of a secure one', () => {
    const from = '/project/node_modules/ws/lib/websocket.js';
    expect(resolved('tls', from, 'service')).toBeDefined();
    for (const program of ['shell', 'host', 'data']) expect(resolved('tls', from, program)).toBeUndefined();
  });
});

it('a program of ASCII alone says the same', () => {
  const said = ['é', 'Ж', '日本', '😀', 'a\u0301', '\u2028'];
  const code = JSON.stringify(said);
  const { code: lean } = (asciiOnly as unknown as { renderChunk: (code: string) => { code: string } }).renderChunk(
    code,
  );
  expect(lean).toMatch(/^[ -~]*$/);
  expect(JSON.parse(lean)).toEqual(said);
});
