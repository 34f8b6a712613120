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

/** What the workshop needs from outside. */
export interface WorkshopPorts {
  /** Calls an endpoint for authors. Throws an `OverlayError`. */
  service: <Name extends AuthoringName>(
    endpoint: Name,
    sent: { params: AuthoringParams<Name>; body?: AuthoringBody<Name> },
  ) => Promise<AuthoringAnswer<Name>>;
  /**
   * As `service`, for what has a revision, which the answer tells; null if the service tells none. With `ifMatch`, it throws
   * `changed-meanwhile` if the revision is another one by now.
   */
  serviceAt: <Name extends AuthoringName>(
    endpoint: Name,
    sent: { params: AuthoringParams<Name>; body?: AuthoringBody<Name>; ifMatch?: number | undefined },
  ) => Promise<{ answer: AuthoringAnswer<Name>; revision: number | null }>;
  /** Milliseconds from any start, never stepping. */
  now: () => number;
  /** Runs something once after so many milliseconds; gives the way to call it off. */
  after: (milliseconds: number, run: () => void) => () => void;
  uuid: () => string;
  /** Lets the author pick a composition file; gives undefined where nothing is picked. Absent where the page cannot. */
  pickFile?: (() => Promise<PickedFile | undefined>) | undefined;
}
