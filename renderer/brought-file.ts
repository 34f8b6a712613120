/** The handlers of a place that takes a file by drop and paste: `take` gets the first one. */
export function takesFile(take: (file: File) => unknown) {
  const brought = (event: Event, files: ArrayLike<File> | undefined): void => {
    const file = files?.[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    take(file);
  };
  return {
    ondragover: (event: DragEvent) => event.preventDefault(),
    ondrop: (event: DragEvent) => brought(event, event.dataTransfer?.files),
    onpaste: (event: ClipboardEvent) => brought(event, [...(event.clipboardData?.files ?? [])].map(named)),
  };
}

/** Chromium calls each pasted picture `image.png`. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  return new File([file], `pasted ${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}.png`, file);
}

/** A file beside every such place is refused: Chromium would open it in place of the desk. */
export function refusesFile(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
