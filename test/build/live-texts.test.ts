import { Linter } from 'eslint';
import ts from 'typescript';
import { parser } from 'typescript-eslint';
import { expect, it } from 'vitest';
import { liveTexts } from '../../build/lint/live-texts.js';

const files = {
  'texts.ts': `export declare const texts: { cues: { go: string; of(name: string): string; states: { on: string } } };`,
};

function complaints(code: string): number {
  const all: Record<string, string> = { ...files, 'shown.ts': `import { texts } from './texts.ts';\n${code}` };
  const host = ts.createCompilerHost({});
  host.getSourceFile = (name, target) => {
    const text = all[name.replace(/^.*\//, '')];
    return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
  };
  host.fileExists = (name) => Object.hasOwn(all, name.replace(/^.*\//, ''));
  const programs = [
    ts.createProgram(['shown.ts'], { noLib: true, allowImportingTsExtensions: true, noEmit: true }, host),
  ];
  const config: Linter.Config = {
    files: ['*.ts'],
    languageOptions: { parser, parserOptions: { programs } },
    plugins: { house: { rules: { texts: liveTexts } } },
    rules: { 'house/texts': 'error' },
  };
  const messages = new Linter().verify(all['shown.ts'] ?? '', config, 'shown.ts');
  expect(messages.filter(({ ruleId }) => ruleId !== 'house/texts')).toEqual([]);
  return messages.length;
}

it.each([
  ['const words = texts.cues; const states = words.states;', 0],
  ['const go = () => texts.cues.go;', 0],
  ['class A { go = texts.cues.go; }', 0],
  ['const go = { get name() { return texts.cues.go; } };', 0],
  ['const go = texts.cues.go;', 1],
  ['const words = texts.cues; const go = words.go;', 1],
  ['const { go } = texts.cues;', 1],
  ['const go = texts.cues.of("a");', 1],
  ['const all = [{ name: texts.cues.states.on }];', 1],
  ['const mark = { ...texts.cues.states };', 1],
  ['class A { static go = texts.cues.go; }', 1],
])('a module keeps no text, in whatever language it is: %s', (code, expected) => {
  expect(complaints(code)).toBe(expected);
});
