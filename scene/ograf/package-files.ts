import { type ErrorDetail, OverlayError } from '../../contract/errors.ts';
import { inShort, mostDetails } from '../../contract/refusal.ts';

const several = 'is one of several manifests: name one of them with ?manifest=';

/** The detail of a manifest that is not alone. `name`: of its graphic; empty if it cannot be read. */
export const oneOfSeveral = (name: string): string => (name === '' ? several : `“${name}” ${several}`);

/** The name of the graphic in a detail by {@link oneOfSeveral}; undefined for another detail. */
export function nameOfOne(message: string): string | undefined {
  return message.endsWith(several) ? message.slice(1, -several.length - 2) : undefined;
}

/** Paths use `/` as separator. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** Sizes are in bytes, unpacked. */
export interface PackageLimits {
  files: number;
  fileBytes: number;
  totalBytes: number;
  /** Unpacked size / packed size, at most. Small files are exempt. */
  ratio: number;
  pathLength: number;
}

const MiB = 1024 * 1024;

/** Large enough for graphics with videos. A zip bomb of zeros shrinks a thousandfold; pictures and scripts never do. */
export const packageLimits: PackageLimits = {
  files: 1_000,
  fileBytes: 16 * MiB,
  totalBytes: 64 * MiB,
  ratio: 100,
  pathLength: 240,
};

/** Bytes. A smaller file cannot be a zip bomb. */
const smallFile = 64 * 1024;

const leftBehind = /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$|\.git\/)/i;

/** Each call throws `graphic-refused` with the name of the file. */
export class Intake {
  readonly files = new Map<string, Uint8Array>();
  readonly #limits: PackageLimits;
  readonly #known = new Set<string>();
  #bytes = 0;

  constructor(limits: PackageLimits) {
    this.#limits = limits;
  }

  /** Checks a file before it is read; false for a file to skip. `packed`: its size in the archive, if any. */
  admits(path: string, size: number, packed?: number): boolean {
    const problem = this.#problem(path, size, packed);
    if (problem !== undefined) throw graphicRefused([{ path, message: problem }]);
    this.#known.add(sameOnAnyDisk(path));
    this.#bytes += size;
    return !leftBehind.test(path);
  }

  add(path: string, bytes: Uint8Array): void {
    if (isArchive(bytes)) {
      throw graphicRefused([{ path, message: 'is an archive itself: what is inside of it cannot be checked' }]);
    }
    this.files.set(path, bytes);
  }

  #problem(path: string, size: number, packed: number | undefined): string | undefined {
    const { files, fileBytes, totalBytes, ratio, pathLength } = this.#limits;
    const wrongPath = pathProblem(path, pathLength);
    if (wrongPath !== undefined) return wrongPath;
    if (this.#known.has(sameOnAnyDisk(path))) return 'is there twice';
    if (this.#known.size >= files) return `is one file too many: a package has at most ${files}`;
    if (size > fileBytes) return `is too large: ${size} bytes, and a file has at most ${fileBytes}`;
    if (this.#bytes + size > totalBytes) return `makes the package larger than ${totalBytes} bytes`;
    if (packed !== undefined && size > smallFile && size > packed * ratio) {
      return `is packed more than ${ratio} times smaller than it is, as no file of a graphic is`;
    }
    return undefined;
  }
}

function pathProblem(path: string, longest: number): string | undefined {
  if (path === '' || path.length > longest) return `has a name that is empty or longer than ${longest} characters`;
  if (path.includes('\\')) return 'has a backslash in its name';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'has an absolute path';
  const parts = path.split('/');
  if (parts.some((part) => part === '..' || part === '.')) return 'has a path that leads elsewhere';
  if (parts.some((part) => part === '')) return 'has a path with an empty part';
  if (parts[0]?.startsWith('~')) return 'has a path that begins with "~", which is kept for the player';
  return /\p{Cc}/u.test(path) ? 'has a control character in its name' : undefined;
}

/** Equal results mean one file on disks that ignore case and Unicode form. */
function sameOnAnyDisk(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

const archives = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b, 0x08],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
];

function isArchive(bytes: Uint8Array): boolean {
  return archives.some((magic) => magic.every((byte, at) => bytes[at] === byte));
}

/** The message has the first problem, the details all. Detail paths are files of the package. */
export function graphicRefused(details: readonly ErrorDetail[]): OverlayError {
  const listed = details.slice(0, mostDetails);
  return new OverlayError('graphic-refused', `The graphic was not installed: ${inShort(details)}`, listed);
}
