import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

/** A recipe of CONTRIBUTING.md, and a trial member that it adds: `add` follows `after` in the file. `word` is in its names alone. */
interface Trial {
  recipe: string;
  word: string;
  file: string;
  after: string;
  add: string;
}

const fieldType: Trial = {
  recipe: 'Add a field type',
  word: 'fieldTypeTrial',
  file: 'contract/model/field.ts',
  after: 'export const FieldType = z.enum([',
  add: "'fieldTypeTrial',",
};
const others: readonly Trial[] = [
  {
    recipe: 'Add an action',
    word: 'ActionTrial',
    file: 'contract/actions/actions.ts',
    after: 'export const actions = {',
    add: `takeActionTrial: { ...takeCued, schema: z.strictObject({ do: z.literal('takeActionTrial') }) },
      fieldActionTrial: { ...fire, schema: fire.schema.extend({ do: z.literal('fieldActionTrial') }) },
      cueActionTrial: { ...endCue, schema: endCue.schema.extend({ do: z.literal('cueActionTrial') }) },
      rundownActionTrial: { ...hold, schema: hold.schema.extend({ do: z.literal('rundownActionTrial') }) },`,
  },
  {
    recipe: 'Add a page',
    word: 'pageTrial',
    file: 'renderer/state/pages.svelte.ts',
    after: 'export const pageFacts = {',
    add: "pageTrial: { chapter: 'states', selects: 'nothing', firesKeys: true },",
  },
  {
    recipe: 'Add a data format',
    word: 'formatTrial',
    file: 'contract/desk-api/source.ts',
    after: 'export const DataFormat = z.enum([',
    add: "'formatTrial',",
  },
  {
    recipe: 'Add an endpoint',
    word: 'endpointTrial',
    file: 'contract/service-api/health.ts',
    after: "example: { answer: '<!doctype html>' },\n});",
    add: "export const endpointTrial = { ...health, name: 'endpointTrial', path: '/trial' };",
  },
];
const trials = [fieldType, ...others];

/** A second language without one key of the English texts. */
const language: Omit<Trial, 'word'> = {
  recipe: 'Add a language',
  file: 'renderer/texts/trial.ts',
  after: '',
  add: `import * as en from './en.ts';
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

function programWith(added: readonly Omit<Trial, 'word'>[], old?: ts.Program): ts.Program {
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

/** What the compiler says of the files: each sentence with its file, relative to the project. */
async function said(program: ts.Program, files: readonly string[]): Promise<{ file: string; sentence: string }[]> {
  const all: { file: string; sentence: string }[] = [];
  for (const file of files) {
    for (const { messageText } of program.getSemanticDiagnostics(program.getSourceFile(file))) {
      all.push({ file: relative(root, file), sentence: ts.flattenDiagnosticMessageText(messageText, '\n') });
    }
    // The runner stops a worker that never answers.
    await setImmediate();
  }
  return all;
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

/** The files that do not compile, by the word of the trial that is the reason. */
let wrong: { file: string; word: string }[];
let ofLanguage: string[];
beforeAll(async () => {
  // One program with all trials, because it takes most of a minute to check all files.
  const whole = programWith([...trials, language]);
  const all = await said(whole, config.fileNames);
  const lines = all.filter(({ file }) => file !== language.file);
  wrong = lines.flatMap(({ file, sentence }) =>
    trials.filter(({ word }) => sentence.includes(word)).map(({ word }) => ({ file, word })),
  );
  // A function over field types that lacks a case names none, so the trial by itself shows whose it is.
  const unnamed = lines.filter(({ sentence }) => !trials.some(({ word }) => sentence.includes(word)));
  const files = [...new Set(unnamed.map(({ file }) => join(root, file)))];
  const alone = programWith([fieldType], whole);
  const without = programWith(others, alone);
  expect(await said(without, files)).toEqual([]);
  wrong.push(...(await said(alone, files)).map(({ file }) => ({ file, word: fieldType.word })));
  expect(wrong.map(({ file }) => file)).toEqual(expect.arrayContaining(unnamed.map(({ file }) => file)));
  ofLanguage = (await said(whole, [join(root, language.file)])).map(({ sentence }) => sentence);
});

it.each(trials)('$recipe: the recipe names every place that the compiler names', ({ recipe, word }) => {
  const places = new Set(wrong.filter((one) => one.word === word).map(({ file }) => file));
  expect([...places].sort()).toEqual(placesOf(recipe).sort());
});

it(`${language.recipe}: the compiler names the key that a language lacks`, () => {
  expect(contributing).toContain(`## ${language.recipe}\n`);
  expect(ofLanguage).toHaveLength(1);
  expect(ofLanguage[0]).toMatch(/Property 'OUT' is missing .* but required in type/);
});

it('CONTRIBUTING.md names only paths that exist', () => {
  expect(pathsIn(contributing).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
