/** Whether a host, as in a URL or without its brackets, is this machine by its loopback names. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host);
}
