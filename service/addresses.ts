export interface Addresses {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly base: string;
  readonly media: string;
  /** Expects the origin in lower case; accepts every name of the media address. */
  isMedia(origin: string): boolean;
  /** Without an output, returns an address without a page. */
  onair(outputToken: string | undefined): string;
  appInstance(id: number): string;
  control(token: string): string;
  controlApp(token: string): string;
  content(compositionId: number): string;
  revisionContent(compositionId: number, revisionId: number): string;
  /** Protocol-relative, as in the specification. Without a picture, returns a neutral picture's address. */
  thumbnail(picture: { id: string; mediaType: string; size: { width: number; height: number } } | undefined): string;
}

export interface ListeningAddresses {
  base: string;
  media: string;
  mediaPort: number;
}

/** Reads `listening` each time, because its values exist only once the service listens. */
export function addressesAt(listening: ListeningAddresses): Addresses {
  const base = (): string => listening.base;
  const relative = (): string => listening.media.replace(/^https?:/, '');
  return {
    get base() {
      return listening.base;
    },
    get media() {
      return listening.media;
    },
    isMedia: (origin) =>
      origin === listening.media.toLowerCase() || URL.parse(origin)?.port === String(listening.mediaPort),
    onair: (outputToken = 'none') => `${base()}/onair/${outputToken}?aspect=16:9`,
    appInstance: (id) => `${base()}/apiv1/appinstances/${id}`,
    control: (token) => `${base()}/apiv1/control/${token}`,
    controlApp: (token) => `${base()}/apiv2/controlapps/${token}`,
    content: (id) => `${base()}/apiv1/compositions/${id}/content`,
    revisionContent: (id, revision) => `${base()}/apiv1/compositions/${id}/revisions/${revision}/content`,
    thumbnail: (picture) =>
      picture
        ? `${relative()}/media/pictures/${picture.id}#${picture.size.width}x${picture.size.height},${picture.mediaType}`
        : `${relative()}/media/no-picture.svg`,
  };
}
