import type {
  AuthoringAnswer,
  AuthoringBody,
  AuthoringName,
  AuthoringParams,
} from '../../../contract/desk-api/authoring.ts';

/** A file that the author picked; in a browser a `FileSystemFileHandle`. */
export interface PickedFile {
  name: string;
  getFile(): Promise<Pick<File, 'lastModified' | 'size' | 'arrayBuffer'>>;
}

export interface WorkshopPorts {
  /** Calls an endpoint for authors. Throws an `OverlayError`. */
  service: <Name extends AuthoringName>(
    endpoint: Name,
    sent: { params: AuthoringParams<Name>; body?: AuthoringBody<Name> },
  ) => Promise<AuthoringAnswer<Name>>;
  /**
   * As `service`, with the answer's revision; null if the service reports none. With `ifMatch`, throws
   * `changed-meanwhile` if the revision has changed.
   */
  serviceAt: <Name extends AuthoringName>(
    endpoint: Name,
    sent: { params: AuthoringParams<Name>; body?: AuthoringBody<Name>; ifMatch?: number | undefined },
  ) => Promise<{ answer: AuthoringAnswer<Name>; revision: number | null }>;
  /** Monotonic milliseconds, from any start. */
  now: () => number;
  /** Runs a function once after this many milliseconds; returns the function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
  uuid: () => string;
  /** Lets the author pick a composition file; resolves with undefined without a choice. Absent if the page cannot. */
  pickFile?: (() => Promise<PickedFile | undefined>) | undefined;
}
