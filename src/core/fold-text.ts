/** Letters that no decomposition takes apart, as people type them who lack the key. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const ACCENTS = /[\u0300-\u036f]/g;
const PLAIN = /^[ -~]*$/;

/**
 * Text to compare by: lower case, without accents, widths or line breaks. Only the marks of European scripts go: those
 * of others are vowels rather than accents.
 */
export function foldText(text: string): string {
  const bare = PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(ACCENTS, '')
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
  return bare.replaceAll(/\s+/g, ' ').trim();
}
