import type { PictureHead } from './store/compositions.ts';

export interface ListeningAddresses {
  base: string;
  media: string;
  mediaPort: number;
}

export type Addresses = ReturnType<typeof addressesAt>;

/** Reads `listening` each time, because its values exist only once the service listens. */
export function addressesAt(listening: ListeningAddresses) {
  const base = (): string => listening.base;
  const relative = (): string => listening.media.replace(/^https?:/, '');
  return {
    /** `http://HOST:PORT`, without a trailing slash. */
    get base() {
      return listening.base;
    },
    get media() {
      return listening.media;
    },
    /** Expects the origin in lower case; accepts every name of the media address. */
    isMedia: (origin: string): boolean =>
      origin === listening.media.toLowerCase() || URL.parse(origin)?.port === String(listening.mediaPort),
    /** Without an output, returns an address without a page. */
    onair: (outputToken = 'none') => `${base()}/onair/${outputToken}?aspect=16:9`,
    appInstance: (id: number) => `${base()}/apiv1/appinstances/${id}`,
    /** A page for people. Without a token, returns an address without a page. */
    control: (token: string | null) => `${base()}/control/${token ?? 'none'}`,
    controlApp: (token: string) => `${base()}/apiv2/controlapps/${token}`,
    content: (id: number) => `${base()}/apiv1/compositions/${id}/content`,
    revisionContent: (id: number, revision: number) =>
      `${base()}/apiv1/compositions/${id}/revisions/${revision}/content`,
    /** Protocol-relative, as in the specification. Without a picture, returns a neutral picture's address. */
    thumbnail: (picture: PictureHead | undefined) =>
      picture
        ? `${relative()}/media/pictures/${picture.id}#${picture.size.width}x${picture.size.height},${picture.mediaType}`
        : `${relative()}/media/no-picture.svg`,
  };
}
