const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** Small real pictures of every kind that is taken, made by a browser: 32 x 18, the GIF 1 x 1. */
export const pictures = {
  png: bytes(
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAASCAYAAAA6yNxSAAAALUlEQVR4AezQMQ0AAAgDQYIEDODfEW5ABss16f65nOr9fMbzBBAgQIAAAQIEDg' +
      'AA//+FLciTAAAABklEQVQDAABqQSVRRI+bAAAAAElFTkSuQmCC',
  ),
  jpeg: bytes(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P///////////////////////////////////////////////////' +
      '///////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////////////////wAARCAASACAD' +
      'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAED/8QAF' +
      'BEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AkBGoAAAAAD//2Q==',
  ),
  gif: bytes('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webpLossy: bytes(
    'UklGRkIAAABXRUJQVlA4IDYAAAAQAwCdASogABIAP3Gy0GA0rimlqAgCkC4JZQDDcBalVAAA/t+AEHxld/tT8rPd9xLElQisAAA=',
  ),
  webpLossless: bytes('UklGRh4AAABXRUJQVlA4TBEAAAAvH0AEAAdQiWL3o/+BiOh/AAA='),
  webpExtended: bytes(
    'UklGRlQAAABXRUJQVlA4WAoAAAAAAAAAHwAAEQAAVlA4IDYAAAAQAwCdASogABIAP3Gy0GA0rimlqAgCkC4JZQDDcBalVAAA/t+AEHxld/tT8rPd9x' +
      'LElQisAAA=',
  ),
} as const;
