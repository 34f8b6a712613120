/** The addresses in answers, built from where the service listens. */
export interface Addresses {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly base: string;
  /** As `base`, for the media address. */
  readonly media: string;
  /** Whether an origin (lower case) is that of the media address, under any of its names. */
  isMedia(origin: string): boolean;
  /** The on-air page of an output. Without an output, an address at which there is none. */
  onair(outputToken: string | undefined): string;
  appInstance(id: number): string;
  control(token: string): string;
  controlApp(token: string): string;
  content(compositionId: number): string;
  revisionContent(compositionId: number, revisionId: number): string;
  /** Protocol-relative, as the specification writes thumbnails. Without a picture, the address of a neutral one. */
  thumbnail(picture: { id: string; mediaType: string; size: { width: number; height: number } } | undefined): string;
}

/** Where others reach the service, each address such as `http://127.0.0.1:8830`, and the port of the media address. */
export interface Listening {
  base: string;
  media: string;
  mediaPort: number;
}

/** Builds addresses. `listening` is read each time, because its values are known only once the service listens. */
export function addressesAt(listening: Listening): Addresses {
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
