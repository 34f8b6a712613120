import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

let eslint: ESLint;
/** With one rule only, that of forbidden syntax. */
let syntax: ESLint;
beforeAll(() => {
  eslint = new ESLint({ cwd: root });
  syntax = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
    // The rule needs no types, and a program that knows them takes seconds.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
});

async function rulesFor(file: string): Promise<Record<string, [severity: number, ...options: unknown[]]>> {
  const config = (await eslint.calculateConfigForFile(`${root}${file}`)) as { rules: Record<string, [number]> };
  return config.rules;
}

describe('the size of our code', () => {
  it.each(['contract/errors.ts', 'desk/desk.ts', 'service/main.ts', 'host/main.ts', 'build/run.js', 'output/main.ts'])(
    'is limited in %s',
    async (file) => {
      const rules = await rulesFor(file);
      expect(rules['max-lines']).toEqual([2, { max: 450 }]);
      expect(rules['max-lines-per-function']?.[0]).toBe(2);
      expect(rules['max-lines-per-function']?.[1]).toMatchObject({ max: 60 });
      expect(rules['max-params']).toEqual([2, 3]);
    },
  );
});

describe('what only a page has', () => {
  it.each(['contract/errors.ts', 'desk/desk.ts', 'service/main.ts', 'host/main.ts'])(
    'is refused in %s',
    async (file) => {
      const [severity, ...names] = (await rulesFor(file))['no-restricted-globals'] ?? [];
      expect(severity).toBe(2);
      expect(names).toEqual(expect.arrayContaining(['window', 'document']));
    },
  );

  it.each(['contract/errors.ts', 'scene/content/content.ts', 'gallery/gallery.ts'])(
    'and what only Node has is refused in %s, which runs anywhere',
    async (file) => {
      const [severity, ...names] = (await rulesFor(file))['no-restricted-globals'] ?? [];
      expect(severity).toBe(2);
      expect(names).toEqual(expect.arrayContaining(['window', 'Buffer', 'process']));
    },
  );

  it('is there in a page', async () => {
    expect((await rulesFor('renderer/main.ts'))['no-restricted-globals']?.[0] ?? 0).toBe(0);
  });
});

describe('crash reports, which would hold the memory of the desk', () => {
  it.each([
    `import { crashReporter } from 'electron';`,
    `import * as electron from 'electron';\nelectron.crashReporter.start({});`,
    `import * as electron from 'electron';\nelectron['crashReporter'].start({});`,
  ])('are not made by the shell: %s', async (code) => {
    const [result] = await syntax.lintText(code, { filePath: `${root}electron/window.ts` });
    expect([...new Set(result?.messages.map(({ message }) => message))]).toEqual([
      'A crash report holds the memory of the desk, and its secrets with it: none is made.',
    ]);
  });
});

describe('a rule', () => {
  it('cannot be switched off where it is broken', async () => {
    const config = (await eslint.calculateConfigForFile(`${root}desk/desk.ts`)) as {
      linterOptions: { noInlineConfig: boolean };
    };
    expect(config.linterOptions.noInlineConfig).toBe(true);
  });
});
