import type { Made } from './accounts.ts';

/** A composition without its content. Deleted ones are never returned. */
export interface StoredComposition {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  /** The access token of rows 24 and 25. */
  token: string | null;
  pictureId: string | null;
  /** Its present content. */
  contentId: number;
  createdAt: string;
  updatedAt: string;
}

export interface StoredRevision {
  id: number;
  compositionId: number;
  revisionId: number;
  accountId: number;
  userId: number;
  userEmail: string;
  description: string;
  contentId: number;
  createdAt: string;
  updatedAt: string;
}

/** A picture. `size` is its width and height in pixels. `id` is a UUID. */
export interface Picture {
  id: string;
  mediaType: string;
  size: { width: number; height: number };
  bytes: Uint8Array;
}

/** A picture without its bytes. */
export type PictureHead = Omit<Picture, 'bytes'>;

/**
 * Contents are texts that never change. Compositions, revisions and app instances refer to them, so a revision costs a
 * row and not a copy, and a content is read back byte for byte. A call without an account covers every account.
 */
export interface CompositionStore {
  compositions(accountId: number): StoredComposition[];
  composition(accountId: number, id: number): StoredComposition | undefined;
  addComposition(
    composition: Pick<StoredComposition, 'accountId' | 'userId' | 'folder' | 'name'> & { content: string },
    made: Made,
  ): StoredComposition;
  /** Copies a composition for an account, with the same content and picture, and no token. */
  copyComposition(
    from: StoredComposition,
    to: Pick<StoredComposition, 'accountId' | 'userId' | 'folder' | 'name'>,
    made: Made,
  ): StoredComposition;
  writeContent(compositionId: number, content: string, at: string): void;
  content(contentId: number): string;
  setCompositionToken(compositionId: number, token: string): void;
  deleteComposition(compositionId: number, at: string): void;

  revisions(compositionId: number): StoredRevision[];
  revision(compositionId: number, revisionId: number): StoredRevision | undefined;
  /** Creates or overwrites a revision with the composition's present content. */
  writeRevision(
    revision: Pick<StoredRevision, 'compositionId' | 'revisionId' | 'userId' | 'description'>,
    at: string,
  ): void;
  deleteRevision(compositionId: number, revisionId: number): void;

  /** Stores a picture and makes it the thumbnail of a composition. */
  setThumbnail(compositionId: number, picture: Picture, at: string): void;
  picture(id: string): Picture | undefined;
  /** A picture without its bytes. Lists name many pictures and need the bytes of none. */
  pictureHead(id: string): PictureHead | undefined;
}
