const decimalForm = /^\s*([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d+))?\s*$/i;

/** Undefined for non-numbers and infinite values. */
export function numeric(input: unknown): number | undefined {
  if (typeof input === 'string' && !decimalForm.test(input)) return undefined;
  const value = typeof input === 'string' ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Keeps the written digits, without spaces, plus sign and exponent. Never uses a float: `"7.50"` and 20-digit numbers
 * stay exact.
 */
export function plainDecimal(input: number | string): string {
  const written = typeof input === 'string' ? input : String(input);
  const [, sign = '', before = '', after = '', bare = '', exponent = '0'] = decimalForm.exec(written) ?? [];
  const point = before.length + Number(exponent);
  const digits = before + after + bare;
  const plain = exponent === '0' ? withPoint(digits, point) : withoutExponent(Number(written), digits, point);
  return sign === '-' && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

export function plainSum(one: number | string, other: number | string): string {
  const parts = [plainDecimal(one), plainDecimal(other)];
  const places = Math.max(...parts.map(decimals));
  const scaled = parts.map((part) => BigInt(part.replace('.', '') + '0'.repeat(places - decimals(part))));
  const sum = scaled.reduce((total, part) => total + part, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  return (sum < 0n ? '-' : '') + withPoint(digits, digits.length - places);
}

/** Compares plain decimals exactly; above 0 if the first is greater. */
export function compared(one: string, other: string): number {
  const [minus, otherMinus] = [one.startsWith('-'), other.startsWith('-')];
  if (minus !== otherMinus) return minus ? -1 : 1;
  return minus ? -comparedDigits(one.slice(1), other.slice(1)) : comparedDigits(one, other);
}

function comparedDigits(one: string, other: string): number {
  const [whole = '', fraction = ''] = one.replace(/^0+/, '').split('.');
  const [otherWhole = '', otherFraction = ''] = other.replace(/^0+/, '').split('.');
  if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
  const places = Math.max(fraction.length, otherFraction.length);
  const [digits, otherDigits] = [whole + fraction.padEnd(places, '0'), otherWhole + otherFraction.padEnd(places, '0')];
  return digits === otherDigits ? 0 : digits > otherDigits ? 1 : -1;
}

function decimals(plain: string): number {
  return plain.split('.')[1]?.length ?? 0;
}

/** A value too small for a float becomes 0, instead of as many zeros as its exponent. */
function withoutExponent(value: number, digits: string, point: number): string {
  return value === 0 ? '0' : withPoint(digits, point).replace(/^0+(?=\d)/, '');
}

function withPoint(digits: string, point: number): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  const fraction = digits.slice(point);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
