/** Where a picture of the service is, which names it without a scheme and adds its size behind a `#`. */
export function thumbnailAddress(thumbnail: string, mediaUrl: string | undefined): string | undefined {
  if (thumbnail === '') return undefined;
  return URL.parse(thumbnail, mediaUrl)?.href.replace(/#.*$/, '');
}
