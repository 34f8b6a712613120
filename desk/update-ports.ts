import type { DataCopy, HandOver, UpdateSource } from '../contract/desk-api/update.ts';
import type { InstallerKind, ReleaseFacts, ReleaseProcessor } from '../contract/release.ts';

/** The application that runs, with what was baked into it. */
export interface InstalledApplication {
  /** The version without a mark. */
  version: string;
  /** The version with a mark if nobody signed it. */
  marked: string;
  /** When the last change in it was made (ISO 8601); null where it runs from its sources. */
  changedAt: string | null;
  /** The kinds of installers that replace it, the preferred one first. */
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
  /** The system and the processor in words. */
  machine: string;
  /** Why it cannot be updated from a folder, in a sentence; empty if it can. */
  notUpdatable: string;
}

/** A release whose signature was checked. Its installer is checked separately, because it is large. */
export interface FoundRelease {
  facts: ReleaseFacts;
  /** The names of its files. */
  names: readonly string[];
  /** The SHA-256 of a file, as it was signed. */
  sha256(name: string): string;
  /** The bytes of a file that is there. */
  bytes(name: string): number;
  /** What is wrong with a file, in a sentence; undefined if it is the signed one. */
  problem(name: string): Promise<string | undefined>;
}

/** Releases in folders, the installers that were kept, and the copies of the data. */
export interface UpdateShelf {
  /** Reads a release and checks its signature. Rejects with `update-refused`. */
  read(from: UpdateSource): Promise<FoundRelease>;
  /** The versions of which an installer was kept, the newest first. */
  kept(): string[];
  /**
   * Copies an installer with its signature to a place of the desk's own, checks the copy, and gives its path. `keep`: further versions that
   * stay there. Rejects with `update-refused`.
   */
  take(release: FoundRelease, wanted: { installer: string; keep: readonly string[] }): Promise<string>;
  /** The copies of the data, the newest first. */
  copies(): Promise<DataCopy[]>;
  /** Copies the data as this version wrote it. Rejects with `update-refused` if there is no room. */
  copy(version: string): Promise<void>;
  /**
   * Brings a copy back when `version` starts next; null for none. `by` is the version that runs. Throws `update-refused` if there is no
   * such copy.
   */
  planRestore(plan: { id: string; version: string; by: string } | null): void;
}

/** An installer in a place of the desk's own, which was checked there. */
export interface CheckedInstaller {
  path: string;
  sha256: string;
  kind: InstallerKind;
  /** Whether it installs an older version. */
  stepBack: boolean;
}

/** What updates need from the shell. */
export interface UpdatePorts {
  installed: InstalledApplication;
  shelf: UpdateShelf;
  /** The licences of everything of others that is inside. */
  licences(): Promise<string>;
  /** Asks for a folder; undefined if the operator chose none. Absent where the shell has no dialog. */
  chooseFolder?(): Promise<string | undefined>;
  /**
   * Hands an installer that was checked to the system. Where that runs, the shell ends the desk soon afterwards. Rejects with a
   * sentence if the system does not take it.
   */
  handOver(installer: CheckedInstaller): Promise<HandOver>;
}
