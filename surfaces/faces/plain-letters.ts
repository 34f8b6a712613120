/** From the letters for the countries of flags to A to Z. */
const fromFlags = 0x1f1e6 - 0x41;

/**
 * A text for a display that has letters only: emoji and other symbols are left out, with what joins and colors them, and flags are the
 * letters of their country. A text that says nothing without them is empty.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Regional_Indicator}/gu, (flag) => String.fromCodePoint((flag.codePointAt(0) ?? 0) - fromFlags))
    .replaceAll(/[\p{Cc}\p{Cf}\u{FE0F}\u{20E3}]/gu, (one) => (/\s/.test(one) ? ' ' : ''))
    .replaceAll(/(?![ -ÿ])[\p{So}\p{Sm}\p{Sk}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
