import { shownNames } from '../../../../src/cards/layout/names.ts';

const shown = (...people: readonly (readonly [name: string, address?: string])[]) =>
  shownNames(people.map(([name, address]) => ({ name, address })));

test('people with different names are shown by their names', () => {
  expect(shown(['Anna Lee', 'anna@contoso.com'], ['Noor Haddad', 'noor@contoso.com'])).toEqual([
    'Anna Lee',
    'Noor Haddad',
  ]);
});

test('one person is not told apart from themselves', () => {
  expect(shown(['Anna Lee', 'anna@contoso.com'], ['Anna Lee', 'ANNA@contoso.com'])).toEqual(['Anna Lee', 'Anna Lee']);
});

test.each([
  ['the same', 'Anna Lee'],
  ['another case', 'ANNA LEE'],
  ['invisible characters', 'Anna\u3164 L\u034fe\u00ade'],
  ['wide letters', 'Ａｎｎａ Ｌｅｅ'],
  ['mathematical letters', '𝐀𝐧𝐧𝐚 𝐋𝐞𝐞'],
  ['accents', 'Ánna Lėe'],
  ['a one for an L', 'Anna 1ee'],
  ['a capital I for an L', 'Anna Iee'],
  ['another space', 'Anna\u00a0\u2003Lee'],
])('two people whose names look alike are shown with their addresses: %s', (_, name) => {
  const [first, second] = shown(['Anna Lee', 'anna@contoso.com'], [name, 'mallory@fabrikam.com']);
  expect(first).toBe('Anna Lee (anna@contoso.com)');
  expect(second).toMatch(/^.+ \(mallory@fabrikam\.com\)$/);
});

test('names of one alphabet that look like those of another are shown with their addresses', () => {
  // All of the second name is Cyrillic.
  expect(shown(['Poc', 'poc@contoso.com'], ['Рос', 'mallory@fabrikam.com'])).toEqual([
    'Poc (poc@contoso.com)',
    'Рос (mallory@fabrikam.com)',
  ]);
});

test.each([
  ['letters of two alphabets', 'Аnna Lee'],
  ['an address', 'ceo@contoso.com'],
])('a name with %s is shown with its address', (_, name) => {
  expect(shown([name, 'mallory@fabrikam.com'])).toEqual([`${name} (mallory@fabrikam.com)`]);
});

test.each(['', ' ', '\u3164\u200b', '\u2800'])('for the name %j stands the address', (name) => {
  expect(shown([name, 'mallory@fabrikam.com'])).toEqual(['mallory@fabrikam.com']);
});

test('a name without an address is shown alone, and an address that is the name once', () => {
  expect(shown(['Аnna'], ['anna@contoso.com', 'Anna@contoso.com'])).toEqual(['Аnna', 'anna@contoso.com']);
});
