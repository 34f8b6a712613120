/** A thumbnail's address. The service names it without a scheme and appends its size after a `#`. */
export function thumbnailAddress(thumbnail: string, mediaUrl: string | undefined): string | undefined {
  if (thumbnail === '') return undefined;
  return URL.parse(thumbnail, mediaUrl)?.href.replace(/#.*$/, '');
}
