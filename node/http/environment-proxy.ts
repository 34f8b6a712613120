export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Undefined for none. Lower-case variables win, `ALL_PROXY` is the fallback, `NO_PROXY` lists exceptions. Never for
 * this machine.
 */
export function environmentProxy(url: URL, env: ProxyEnvironment): URL | undefined {
  if (isLoopback(url.hostname) || isExcepted(url, read(env, 'NO_PROXY'))) return undefined;
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const named = read(env, secure ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read(env, 'ALL_PROXY');
  if (named === '') return undefined;
  const proxy = URL.parse(named.includes('://') ? named : `http://${named}`);
  return proxy && ['http:', 'https:'].includes(proxy.protocol) ? proxy : undefined;
}

function read(env: ProxyEnvironment, name: string): string {
  return (env[name.toLowerCase()] || env[name]) ?? '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isExcepted(url: URL, exceptions: string): boolean {
  const port = url.port || (/^(https|wss):$/.test(url.protocol) ? '443' : '80');
  return exceptions
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (onPort !== undefined && onPort !== port) return false;
      if (name === '*') return true;
      const domain = name.replace(/^\*?\./, '');
      return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
    });
}
