/**
 * Flags and variables for `--help`, the package manual, and `npm start -- --help`. Imports nothing, because the latter
 * has only Node.
 */

export const usualPort = 8840;

export const flagWords = {
  '--no-open': 'Open no window of a browser on this machine; print the address to open.',
  '--port <N>': `The port of the desk's page on 127.0.0.1, 0 for any free one (default ${String(usualPort)}).`,
  '--data <DIR>':
    'Where the show, the settings and the as-run log are kept (default: the data directory of the user; "overlay-desk" in ' +
    '~/.local/share, ~/Library/Application Support or %LOCALAPPDATA%; for root, with the package, /var/lib/overlay-desk).',
  '--credentials <FILE>':
    'A file with the passphrase of the secrets in its first line, which only its owner may read, for a desk without an operator to unlock it.',
  '--forget-browsers': 'Let in no browser that was let in before; each needs a new address.',
  '--take-over':
    'End the desk that runs on this data already, also on another machine that shares the directory, and go on in its place.',
  '--address': 'Only print the address of the desk that runs on this data in a browser.',
  '--version': 'Only print the version, whether it is UNSIGNED, and what it was built for.',
  '--help': 'Only print this list.',
};

export const variableWords = {
  OVERLAY_BROWSER: 'The browser that a window opens in, before all others: Chromium, or one made of it, by its path.',
  OVERLAY_SECRETS_PASSPHRASE: 'The passphrase of the secrets, where no file has it.',
  CREDENTIALS_DIRECTORY: 'systemd sets it: where the file overlay-desk-passphrase is, if --credentials names none.',
  'DISPLAY, WAYLAND_DISPLAY': 'On Linux, one of them is needed for a window.',
  'XDG_DATA_HOME, LOCALAPPDATA': 'Where the data directory of the user is, on Linux and on Windows.',
  'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY':
    'The way to services elsewhere, for each connection that takes its proxy from the environment.',
  NODE_COMPILE_CACHE: 'Where Node keeps what it compiled (default: "cache" in the data directory).',
};

/** Characters. */
const width = 110;

/**
 * Lists words, each behind what it explains.
 * @param {Readonly<Record<string, string>>} words
 * @returns {string}
 */
export function listed(words) {
  const indent = ' '.repeat(15);
  return Object.entries(words)
    .map(([name, text]) => {
      const shown = `  ${plainFlag(name)}`;
      const lines = wrapped(text, width - indent.length).map((line) => indent + line);
      return (
        shown.length < indent.length - 1
          ? [shown + (lines[0] ?? '').slice(shown.length), ...lines.slice(1)]
          : [shown, ...lines]
      ).join('\n');
    })
    .join('\n');
}

/**
 * A flag as it is shown: without the brackets of its value.
 * @param {string} flag
 * @returns {string}
 */
export function plainFlag(flag) {
  return flag.replace(/[<>]/g, '');
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string[]}
 */
function wrapped(text, width) {
  return text.match(new RegExp(`\\S.{0,${String(width - 1)}}(?=\\s|$)`, 'g')) ?? [];
}

export const hostHelp = `overlay-desk-host [flags]   Run the desk for browsers.

${listed(flagWords)}

In the environment:
${listed(variableWords)}

While it runs, another start on the same data opens another window of it, or prints its address. Ctrl-C ends the desk.`;
