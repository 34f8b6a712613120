import { escaped, htmlOf, readChapter, sectionOf } from '../manual/markdown.ts';
import { pageOf } from '../manual/page.ts';
import { inWords } from '../package/table.ts';

export interface StickFile {
  name: string;
  /** In bytes. */
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

export interface StartPage {
  version: string;
  expires: string;
  key: string | undefined;
  aptKey: string | undefined;
  files: readonly StickFile[];
}

/** Printable. `docs/install.md` supplies the text on checking and installing. */
export function startPage({ version, expires, key, aptKey, files }: StartPage): string {
  const install = readChapter('docs/install.md');
  const sections = ['Verify what you got', 'From a stick', 'Install'].map(
    (title) => `<h2>${escaped(title)}</h2>\n${withVersion(htmlOf(install, sectionOf(install, title), []), version)}`,
  );
  const fingerprint = (of: string, text: string | undefined, without: string): string =>
    `<dt>${of}</dt><dd class="key">${escaped(text ?? without)}</dd>`;
  const rows = files.map(
    ({ name, size, hash }) =>
      `<tr><td><code>${escaped(name)}</code><br><code>${hash}</code></td><td>${inWords(size)}</td></tr>`,
  );
  return pageOf(
    `Overlay Desk ${version}`,
    `<h1>Overlay Desk ${escaped(version)}</h1>
<p>To be installed until ${escaped(expires)}. It needs no network. The manual is <a href="manual.html">manual.html</a>.</p>
<p>Before anything is installed, compare these with what the maintainers published elsewhere. A forged stick brings a forged page, too.</p>
<dl>
${fingerprint('Key of the release (SHA-256 of the public key)', key, 'UNSIGNED: nobody signed this stick.')}
${fingerprint('Key of the apt repository', aptKey, 'There is no apt repository on this stick.')}
</dl>
<p>Then <code>sh verify.sh</code> (Linux, macOS) or <code>verify.cmd</code> (Windows) does what stands below under <em>Verify</em>.</p>
${sections.join('\n')}
<h2>What is on it</h2>
<table><tbody>${rows.join('\n')}</tbody></table>
`,
  );
}

/** Debian writes a pre-release with a tilde. */
function withVersion(html: string, version: string): string {
  const debian = version.replace('-', '~');
  return html.replaceAll('_VERSION_', `_${escaped(debian)}_`).replaceAll('VERSION', escaped(version));
}
