import type { NewFolder } from './accounts.ts';

export interface StoredComposition {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  /** Access token of rows 24 and 25. */
  token: string | null;
  pictureId: string | null;
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

/** `size`: width and height in pixels. `id`: UUID. */
export interface StoredPicture {
  id: string;
  mediaType: string;
  size: { width: number; height: number };
  bytes: Uint8Array;
}

export type PictureHead = Omit<StoredPicture, 'bytes'>;

/**
 * Contents are immutable texts shared by compositions, revisions and app instances, so a revision costs only a row.
 * Calls without an account cover every account.
 */
export interface CompositionStore {
  compositions(accountId: number): StoredComposition[];
  composition(accountId: number, id: number): StoredComposition | undefined;
  addComposition(
    composition: Pick<StoredComposition, 'accountId' | 'userId' | 'folder' | 'name'> & { content: string },
    made: NewFolder,
  ): StoredComposition;
  /** Shares the content and picture; the copy has no token. */
  copyComposition(
    from: StoredComposition,
    to: Pick<StoredComposition, 'accountId' | 'userId' | 'folder' | 'name'>,
    made: NewFolder,
  ): StoredComposition;
  writeContent(compositionId: number, content: string, at: string): void;
  content(contentId: number): string;
  setCompositionToken(compositionId: number, token: string): void;
  deleteComposition(compositionId: number, at: string): void;

  revisions(compositionId: number): StoredRevision[];
  revision(compositionId: number, revisionId: number): StoredRevision | undefined;
  writeRevision(
    revision: Pick<StoredRevision, 'compositionId' | 'revisionId' | 'userId' | 'description'>,
    at: string,
  ): void;
  deleteRevision(compositionId: number, revisionId: number): void;

  setThumbnail(compositionId: number, picture: StoredPicture, at: string): void;
  picture(id: string): StoredPicture | undefined;
  pictureHead(id: string): PictureHead | undefined;
}
