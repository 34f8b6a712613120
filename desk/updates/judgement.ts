import {
  compareVersions,
  findInstaller,
  installerNames,
  type InstallerKind,
  type ReleaseFacts,
  type ReleaseProcessor,
} from '../../contract/release.ts';

/** The application that runs, as far as an update is judged by it. */
export interface Installed {
  version: string;
  /** The kinds of installers that replace it, the preferred one first. */
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
  /** The system and the processor in words: `Linux, x64`. */
  machine: string;
}

/** A release, and what is wanted of it. */
export interface Judged {
  facts: ReleaseFacts;
  /** The names of its files. */
  names: readonly string[];
  installed: Installed;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the operator asks for an older version. */
  stepBack: boolean;
  /** Whether it is the installer that this desk checked before, and kept for the step back. */
  kept: boolean;
}

/** Why a release has expired, in a sentence; undefined while it has not. `now`: milliseconds since the epoch. */
export function expiryProblem({ version, expires }: ReleaseFacts, now: number): string | undefined {
  return now <= Date.parse(`${expires}T23:59:59.999Z`)
    ? undefined
    : `Version ${version} has expired: it was to be installed until ${expires}. Get a newer one.`;
}

/**
 * The name of the installer that this machine takes of a release, or why it takes none, in a sentence. That of the version that runs is
 * taken too: it is kept for a step back, and not installed.
 */
export function judgeRelease({ facts, names, installed, now, stepBack, kept }: Judged): { installer: string } | string {
  const { version } = facts;
  const order = compareVersions(version, installed.version);
  if (order < 0 && !stepBack) {
    return `Version ${version} is older than ${installed.version}, which runs. Ask for the step back to install it.`;
  }
  if (order > 0 && stepBack) return `Version ${version} is newer than ${installed.version}: it is no step back.`;
  // What runs, and what was kept, had not expired when it was checked, and the way back must stay open.
  const expired = kept || order === 0 ? undefined : expiryProblem(facts, now);
  if (expired !== undefined) return expired;
  const { kinds, processor, machine } = installed;
  const installer = findInstaller(names, { version, kinds, processor });
  return installer === undefined
    ? `Version ${version} is there for other systems only: it has no installer for ${machine}.`
    : { installer };
}

/** Why there is no step back from the next update, and how to get it, in a sentence; empty if there is. `kept`: the versions that were kept. */
export function notKept({ version, marked, kinds, processor }: Installed & { marked: string }, kept: string[]): string {
  if (kept.includes(version)) return '';
  const [signed = '', unsigned = ''] = installerNames({ version, kinds, processor });
  const installer = marked === version ? signed : unsigned;
  return (
    `There is no step back from the next update yet, because the installer of ${version}, which runs, came from elsewhere. ` +
    `Look at its folder, the one with ${installer}, and keep it.`
  );
}

/** What goes on in the desk while it should be updated. */
export interface Situation {
  /** The names of what is on air, or on its way. */
  onAir: readonly string[];
  /** The names of that of which nobody can tell whether it is on air. */
  unknown: readonly string[];
  /** The names of cues of which something will happen by itself. */
  cues: readonly string[];
  locked: boolean;
}

/** Why the desk may not end for an update now, a sentence each; empty if it may. */
export function situationProblems({ onAir, unknown, cues, locked }: Situation): string[] {
  const problems: string[] = [];
  if (onAir.length > 0) problems.push(`On air: ${listed(onAir)}. Nothing is installed while anything is on air.`);
  if (unknown.length > 0) {
    problems.push(`Nobody can tell whether it is on air: ${listed(unknown)}. Bring its service back, or remove it.`);
  }
  if (cues.length > 0) problems.push(`The cue ${listed(cues)} still waits for something. End it first.`);
  if (locked) problems.push('The show is locked, so nothing is installed. Unlock it first.');
  return problems;
}

/** The most names that a sentence lists. */
const mostNames = 5;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}
