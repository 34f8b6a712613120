import { escaped } from './markdown.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', system-ui, sans-serif;
  --line: light-dark(#cdd2d8, #313840); --dim: light-dark(#555d66, #aab2bd); --well: light-dark(#f2f4f6, #20252b);
  --link: light-dark(#1a56c4, #8ab4ff); }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem; background: light-dark(#fff, #0d0f12); color: light-dark(#16191d, #eceef1); }
h1 { margin: 3rem 0 0.75rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.3rem; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; }
a { color: var(--link); }
code { padding: 0 0.25em; border-radius: 4px; background: var(--well); font: 0.9em ui-monospace, Consolas, 'DejaVu Sans Mono', monospace;
  overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 6px; background: var(--well); }
pre code { padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.95em; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
nav ul { columns: 16rem; padding: 0; list-style: none; }
.key { font: 600 1.05rem/1.9 ui-monospace, Consolas, 'DejaVu Sans Mono', monospace; }
.dim { color: var(--dim); }
@media print {
  :root { color-scheme: light; font-size: 10pt; }
  body { max-width: none; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  tr, pre, img { break-inside: avoid; }
  pre { overflow: visible; white-space: pre-wrap; }
  nav { display: none; }
}`;

/** Its content security policy refuses scripts and every request. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}</body>
</html>
`;
}
