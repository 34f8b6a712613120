/** Let the browser fetch a file from the host that this screen came from, and save it. */
export function openDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
