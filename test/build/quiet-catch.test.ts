import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { quietCatch } from '../../build/lint/quiet-catch.js';

function complaints(code: string): number {
  const linter = new Linter();
  const config = { plugins: { house: { rules: { quiet: quietCatch } } }, rules: { 'house/quiet': 'error' } } as const;
  return linter.verify(code, config).length;
}

it.each([
  ['try { a() } catch { return; }', 1],
  ['try { a() } catch {}', 1],
  ['try { a() } catch {\n// The next start removes it.\n}', 0],
  ['try { a() } catch { throw new Error("b") }', 0],
  ['try { a() } catch (error) { log(error) }', 0],
  ['a().catch(() => undefined)', 1],
  ['// Nobody waits for it.\na().catch(() => undefined)', 0],
  ['a().catch(() => {\n// Nobody waits for it.\n})', 0],
  ['a().catch(() => { throw b })', 0],
  ['a().catch((error) => log(error))', 0],
])('an error that is dropped has its reason beside it: %s', (code, expected) => {
  const inFunction = code.includes('return') ? `function f() { ${code} }` : code;
  expect(complaints(inFunction)).toBe(expected);
});
