import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../../build/set-up.js';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

/** Svelte's own name for what a component takes: each component has one. */
const meantByAll = ['Props'];

const production = tsconfig.include.filter((folder) => !['test', 'bench'].includes(folder));

/** The names of the types, classes and schemas that a file declares. A schema is a constant whose name is capitalized. */
function namesIn(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8');
  const isComponent = file.endsWith('.svelte');
  const script = isComponent ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code) : [text];
  const names = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)
    ) {
      if (node.name) names.add(node.name.text);
    }
    // In a component, such a constant is another component.
    if (!isComponent && ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations) {
        if (ts.isIdentifier(name) && /^[A-Z][a-z]/.test(name.text)) names.add(name.text);
      }
    }
    ts.forEachChild(node, collect);
  };
  const languageVersion = ts.ScriptTarget.Latest;
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  collect(ts.createSourceFile(file, script.join('\n'), { languageVersion, jsDocParsingMode }));
  return names;
}

it('each name of a type is declared in one file of production, so that it means one thing', () => {
  const files = globSync(
    production.map((folder) => `${folder}/**/*.{ts,svelte}`),
    { cwd: root, exclude: ['**/node_modules/**', '**/*.d.ts'] },
  );
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of namesIn(file)) places.set(name, [...(places.get(name) ?? []), file]);
  }
  const several = [...places].filter(([, declared]) => declared.length > 1);
  expect(files.length).toBeGreaterThan(900);
  expect(several.filter(([name]) => !meantByAll.includes(name))).toEqual([]);
});
