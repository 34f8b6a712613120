/** From regional indicators to A to Z. */
const fromFlags = 0x1f1e6 - 0x41;

/** Text for displays with letters only: drops emoji and symbols; flags become country letters. May be empty. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Regional_Indicator}/gu, (flag) => String.fromCodePoint((flag.codePointAt(0) ?? 0) - fromFlags))
    .replaceAll(/[\p{Cc}\p{Cf}\u{FE0F}\u{20E3}]/gu, (one) => (/\s/.test(one) ? ' ' : ''))
    .replaceAll(/(?![ -ÿ])[\p{So}\p{Sm}\p{Sk}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
