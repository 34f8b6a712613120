import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

/** A recipe of CONTRIBUTING.md, and a trial member that it adds: `add` follows `after` in the file. */
interface Trial {
  recipe: string;
  file: string;
  after: string;
  add: string;
}

const trials: readonly Trial[] = [
  {
    recipe: 'Add a field type',
    file: 'contract/model/field.ts',
    after: 'export const FieldType = z.enum([',
    add: "'trial',",
  },
  {
    recipe: 'Add an action',
    file: 'contract/actions/actions.ts',
    after: 'export const actions = {',
    add: `trial: { ...takeCued, schema: z.strictObject({ do: z.literal('trial') }) },
      fieldTrial: { ...fire, schema: fire.schema.extend({ do: z.literal('fieldTrial') }) },
      cueTrial: { ...endCue, schema: endCue.schema.extend({ do: z.literal('cueTrial') }) },
      rundownTrial: { ...hold, schema: hold.schema.extend({ do: z.literal('rundownTrial') }) },`,
  },
  {
    recipe: 'Add a page',
    file: 'renderer/state/pages.svelte.ts',
    after: 'export const pageFacts = {',
    add: "trial: { title: 'Trial', chapter: 'states', selects: 'nothing', firesKeys: true },",
  },
  {
    recipe: 'Add a data format',
    file: 'contract/desk-api/source.ts',
    after: 'export const DataFormat = z.enum([',
    add: "'trial',",
  },
  {
    recipe: 'Add an endpoint',
    file: 'contract/service-api/endpoints.ts',
    after: 'export const endpoints = [',
    add: "{ ...health, name: 'trial', path: '/trial' },",
  },
];

/** A second language without one key of the English texts. */
const language: Trial = {
  recipe: 'Add a language',
  file: 'renderer/texts/trial.ts',
  after: '',
  add: `import { en } from './en.ts';
    import type { Texts } from './texts.ts';
    const { OUT, ...words } = en.tally.words;
    export const trial: Texts = { ...en, tally: { ...en.tally, words } };
    export const left = OUT;`,
};

const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
})!;
const host = ts.createCompilerHost(config.options);
/** Files without a trial are parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function programWith(added: readonly Trial[], old: ts.Program | undefined): ts.Program {
  const changed = new Map(added.map(({ file, after, add }) => [join(root, file), { after, add }]));
  const overlay: ts.CompilerHost = {
    ...host,
    getSourceFile(name, version, ...rest) {
      const trial = changed.get(name);
      if (trial) {
        const text = existsSync(name) ? withTrial(readFileSync(name, 'utf8'), trial) : trial.add;
        return ts.createSourceFile(name, text, version);
      }
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, version, ...rest));
      return parsed.get(name);
    },
  };
  return ts.createProgram([...new Set([...config.fileNames, ...changed.keys()])], config.options, overlay, old);
}

function withTrial(text: string, { after, add }: Pick<Trial, 'after' | 'add'>): string {
  expect(text.split(after)).toHaveLength(2);
  return text.replace(after, () => `${after} ${add}`);
}

/** Those of the files that do not compile. */
async function wrongFiles(program: ts.Program, files: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const file of files) {
    if (program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0) wrong.push(file);
    // The runner stops a worker that never answers.
    await setImmediate();
  }
  return wrong;
}

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The paths in a text, without those with a placeholder such as `gallery/NAME.json`. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[A-Z]{4}\./.test(path));
}

/** The paths in the sentence of a recipe that begins with "The compiler names". */
function placesOf(recipe: string): string[] {
  const [, section = ''] = contributing.split(`## ${recipe}\n`);
  const [, sentence = ''] = /The compiler names (.*?)\.\s/s.exec(section.split('\n## ')[0] ?? '') ?? [];
  return pathsIn(sentence);
}

let program: ts.Program;
/** The files that do not compile with all trials at once: each trial by itself is looked for in these only. */
let places: string[];
beforeAll(async () => {
  program = programWith(trials, undefined);
  places = await wrongFiles(program, config.fileNames);
});

it.each(trials)('$recipe: the recipe names every place that the compiler names', async (trial) => {
  program = programWith([trial], program);
  const wrong = await wrongFiles(program, places);
  expect(wrong.map((file) => relative(root, file)).sort()).toEqual(placesOf(trial.recipe).sort());
});

it(`${language.recipe}: the compiler names the key that a language lacks`, () => {
  expect(contributing).toContain(`## ${language.recipe}\n`);
  program = programWith([language], program);
  const problems = program.getSemanticDiagnostics(program.getSourceFile(join(root, language.file)));
  const said = problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/Property 'OUT' is missing .* but required in type/);
});

it('CONTRIBUTING.md names only paths that exist', () => {
  expect(pathsIn(contributing).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
