/** The addresses that answers carry, made from where the service is reached. */
export interface Addresses {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly base: string;
  onair(outputToken: string): string;
  appInstance(id: number): string;
  control(token: string): string;
  controlApp(token: string): string;
  content(compositionId: number): string;
  revisionContent(compositionId: number, revisionId: number): string;
  /** Protocol-relative, as the specification has thumbnails; a neutral picture where there is none. */
  thumbnail(picture: { id: string; mediaType: string; size: { width: number; height: number } } | undefined): string;
}

/** Addresses under a base such as `http://127.0.0.1:8830`, which is asked for each time: it comes with listening. */
export function addressesAt(base: () => string): Addresses {
  const relative = (): string => base().replace(/^https?:/, '');
  return {
    get base() {
      return base();
    },
    onair: (outputToken) => `${base()}/onair/${outputToken}?aspect=16:9`,
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
