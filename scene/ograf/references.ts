import { init, parse } from 'es-module-lexer';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { PackageFiles } from './package-files.ts';
import { SourceText } from './source-text.ts';

export interface ReferenceReport {
  problems: ErrorDetail[];
  warnings: ErrorDetail[];
}

const mostDetails = 1_000;
const mostShown = 200;

/**
 * Checks every reference to scripts, style sheets and files. External scripts are refused: only installed code may run.
 * The graphic's frame already blocks the network; this check reports failures before air, with file and line.
 */
export async function checkReferences(files: PackageFiles, main: string): Promise<ReferenceReport> {
  await init();
  const report: ReferenceReport = { problems: [], warnings: [] };
  for (const [path, bytes] of files) {
    const kind = kindOf(path);
    if (kind === undefined && path !== main) continue;
    const source = new SourceText(path, new TextDecoder().decode(bytes));
    if (kind === 'script' || path === main) checkScript(source, { files, main }, report);
    checkRemote(source, report);
    checkNamed(source, files, report);
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
  source: SourceText,
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
    if (problem !== undefined) add(problems, source.place(found.importStart), problem);
  }
  if (source.path === main && !exports.some((one) => 'name' in one && one.name === 'default')) {
    add(problems, main, 'has no default export, which would be the Web Component of the graphic');
  }
}

function lexed(source: SourceText, problems: ErrorDetail[]): ReturnType<typeof parse> | undefined {
  try {
    return parse(source.text, source.path);
  } catch (thrown) {
    const at = thrown instanceof Error && 'idx' in thrown && typeof thrown.idx === 'number' ? thrown.idx : 0;
    add(problems, source.place(at), 'is not JavaScript that can be read');
    return undefined;
  }
}

function importProblem(
  specifier: string,
  { source, files, glob }: { source: SourceText; files: PackageFiles; glob: boolean },
): string | undefined {
  if (isRemote(specifier)) return `loads a script from elsewhere: ${shown(specifier)}`;
  if (!/^\.{1,2}\//.test(specifier)) {
    return `imports "${shown(specifier)}", which is no path in the package: begin it with ./ or ../`;
  }
  if (glob || files.has(resolved(specifier, source.path))) return undefined;
  return `imports "${shown(specifier)}", which is not in the package`;
}

/** With the address in group 1, or a part and its address. Parts never overlap, so that the search is linear. */
type AddressPattern = RegExp | { part: RegExp; address: RegExp };

/** External scripts without a module import. */
const remoteScripts: readonly AddressPattern[] = [
  {
    part: /<script\b[^>]*/gi,
    address: /\b(?:xlink:)?(?:src|href)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/i,
  },
  { part: /\bimportScripts\s*\([^)]*/g, address: /["'`]((?:https?:)?\/\/[^"'`]+)/ },
  /\bnew\s+(?:Shared)?Worker\s*\(\s*["'`]((?:https?:)?\/\/[^"'`]+)/g,
];
/** Often web fonts: without them, another font is drawn. */
const remoteStyles: readonly AddressPattern[] = [/@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[^"')\s;]+)/gi];

function checkRemote(source: SourceText, { problems, warnings }: ReferenceReport): void {
  eachAddress(source, remoteScripts, (at, address) => {
    add(problems, source.place(at), `loads a script from elsewhere: ${shown(address)}`);
  });
  eachAddress(source, remoteStyles, (at, address) => {
    const message = `names a style sheet from elsewhere, which is not loaded, nor are its fonts: ${shown(address)}`;
    add(warnings, source.place(at), message);
  });
}

/** References to package files. Only warnings, because a file may be missing on purpose. */
const namedFiles: readonly AddressPattern[] = [
  /\bnew\s+URL\(\s*["'`](\.{1,2}\/[^"'`$]+)["'`]\s*,\s*import\.meta\.url/g,
  /\bimport\.meta\.resolve\(\s*["'`](\.{1,2}\/[^"'`$]+)["'`]/g,
];
const namedInStyle: readonly AddressPattern[] = [/\burl\(\s*["']?(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"')\s]+)/gi];

function checkNamed(source: SourceText, files: PackageFiles, { warnings }: ReferenceReport): void {
  eachAddress(source, kindOf(source.path) === 'style' ? namedInStyle : namedFiles, (at, address) => {
    if (files.has(resolved(address, source.path))) return;
    add(warnings, source.place(at), `names "${shown(address)}", which is not in the package`);
  });
}

function eachAddress(
  source: SourceText,
  namings: readonly AddressPattern[],
  found: (at: number, address: string) => void,
): void {
  for (const naming of namings) {
    for (const match of source.text.matchAll(naming instanceof RegExp ? naming : naming.part)) {
      const address = naming instanceof RegExp ? match[1] : naming.address.exec(match[0])?.[1];
      if (address !== undefined && !source.isComment(match.index)) found(match.index, address);
    }
  }
}

function add(details: ErrorDetail[], path: string, message: string): void {
  if (details.length < mostDetails) details.push({ path, message });
}

function shown(address: string): string {
  return address.length > mostShown ? `${address.slice(0, mostShown)}…` : address;
}

function isRemote(target: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/** The path in the package of an address in the file `from`; empty if it leads out of the package. */
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
    // A stray percent sign is a part of the name.
    return part;
  }
}
