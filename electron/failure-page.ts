/** `why` is shown as plain text, never as markup. */
export function failurePage(why: string): string {
  const text = why.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Overlay Desk</title>
<style>body { background: #101418; color: #e6e9ec; font: 18px system-ui, sans-serif; padding: 3rem; }</style>
<h1>The screens could not be loaded</h1>
<p>${text}</p>
<p>What is on air stays on air, and mapped keys of devices go on to work. To see the screens, close Overlay Desk and open
it again.</p>
</html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}
