import { init, parse } from 'es-module-lexer';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { PackageFiles } from './package-files.ts';

/** What is wrong with the references between the files of a package. */
export interface ReferenceReport {
  problems: ErrorDetail[];
  warnings: ErrorDetail[];
}

interface Reference {
  /** The position in the text. */
  at: number;
  target: string;
}

interface SourceFile {
  path: string;
  text: string;
}

/**
 * Checks everything in a package that names a script, a style sheet or another file. Scripts from elsewhere are
 * refused: only what was installed may run. The frame around a graphic already blocks the network; this check reports
 * in advance, with file and line, what would fail on air.
 */
export async function checkReferences(files: PackageFiles, main: string): Promise<ReferenceReport> {
  await init();
  const report: ReferenceReport = { problems: [], warnings: [] };
  for (const [path, bytes] of files) {
    const kind = kindOf(path);
    if (kind === undefined && path !== main) continue;
    const source = { path, text: new TextDecoder().decode(bytes) };
    if (kind === 'script' || path === main) checkScript(source, { files, main }, report);
    checkRemote(source, report);
    checkNamed(source, files, report);
    // A large package takes a while, so other work gets a turn between two files.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return report;
}

function kindOf(path: string): 'script' | 'markup' | 'style' | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (['js', 'mjs', 'cjs'].includes(extension)) return 'script';
  if (['html', 'htm', 'xhtml', 'svg'].includes(extension)) return 'markup';
  return extension === 'css' ? 'style' : undefined;
}

function checkScript(
  source: SourceFile,
  { files, main }: { files: PackageFiles; main: string },
  { problems }: ReferenceReport,
): void {
  const read = lexed(source, problems);
  if (!read) return;
  const [imports, exports] = read;
  for (const found of imports) {
    if (found.type === 'import-meta' || found.specifier === undefined) continue;
    const glob = found.type === 'dynamic' && found.glob;
    const problem = importProblem(found.specifier, { source, files, glob });
    if (problem !== undefined) problems.push({ path: lineOf(source, found.importStart), message: problem });
  }
  if (source.path === main && !exports.some((one) => 'name' in one && one.name === 'default')) {
    problems.push({ path: main, message: 'has no default export, which would be the Web Component of the graphic' });
  }
}

function lexed(source: SourceFile, problems: ErrorDetail[]): ReturnType<typeof parse> | undefined {
  try {
    return parse(source.text, source.path);
  } catch (thrown) {
    const at = (thrown as { idx?: number }).idx ?? 0;
    problems.push({ path: lineOf(source, at), message: 'is not JavaScript that can be read' });
    return undefined;
  }
}

function importProblem(
  specifier: string,
  { source, files, glob }: { source: SourceFile; files: PackageFiles; glob: boolean },
): string | undefined {
  if (isRemote(specifier)) return `loads a script from elsewhere: ${specifier}`;
  if (!/^\.{1,2}\//.test(specifier)) {
    return `imports "${specifier}", which is no path in the package: begin it with ./ or ../`;
  }
  if (glob || files.has(resolved(specifier, source.path))) return undefined;
  return `imports "${specifier}", which is not in the package`;
}

/** Ways to load scripts and style sheets from elsewhere without a module import. */
const remoteLoads = [
  /<script\b[^>]*?\b(?:xlink:)?(?:src|href)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi,
  /\bimportScripts\s*\([^)]*?["'`]((?:https?:)?\/\/[^"'`]+)/g,
  /\bnew\s+(?:Shared)?Worker\s*\(\s*["'`]((?:https?:)?\/\/[^"'`]+)/g,
  /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[^"')\s;]+)/gi,
];

function checkRemote(source: SourceFile, { problems }: ReferenceReport): void {
  for (const { at, target } of remoteLoads.flatMap((pattern) => matches(source, pattern))) {
    problems.push({ path: lineOf(source, at), message: `loads a script or a style sheet from elsewhere: ${target}` });
  }
}

/** Ways to name another file of the package. The file may be missing on purpose, so this is only a warning. */
const namedFiles = [
  /\bnew\s+URL\(\s*["'`](\.{1,2}\/[^"'`$]+)["'`]\s*,\s*import\.meta\.url/g,
  /\bimport\.meta\.resolve\(\s*["'`](\.{1,2}\/[^"'`$]+)["'`]/g,
];
const namedInStyle = /\burl\(\s*["']?(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"')\s]+)/gi;

function checkNamed(source: SourceFile, files: PackageFiles, { warnings }: ReferenceReport): void {
  const patterns = kindOf(source.path) === 'style' ? [namedInStyle] : namedFiles;
  for (const { at, target } of patterns.flatMap((pattern) => matches(source, pattern))) {
    if (files.has(resolved(target, source.path))) continue;
    warnings.push({ path: lineOf(source, at), message: `names "${target}", which is not in the package` });
  }
}

function matches({ text }: SourceFile, pattern: RegExp): Reference[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 1: target = '' }) =>
    isComment(text, index) ? [] : [{ at: index, target }],
  );
}

/** Whether a position is in a line that is only a comment. */
function isComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return /^\s*(\/\/|\/\*|\*|<!--)/.test(line) && !line.includes('*/') && !line.includes('-->');
}

function isRemote(target: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/**
 * Resolves a relative address to a path in the package. Returns an empty path if it leads out of the package.
 * @param from the path of the file that contains the address
 */
export function resolved(target: string, from: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of (target.split(/[?#]/, 1)[0] ?? '').split('/')) {
    if (part === '..' && parts.pop() === undefined) return '';
    if (part !== '..' && part !== '.') parts.push(unescaped(part));
  }
  return parts.join('/');
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that begins no escape stands for itself.
    return part;
  }
}

/** Returns the file and line of a position: `lib/text.js:12`. */
function lineOf({ path, text }: SourceFile, at: number): string {
  return `${path}:${text.slice(0, at).split('\n').length}`;
}
