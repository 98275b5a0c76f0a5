import { nearOrganizations } from '../../../../src/sign-in/organizations/suggestions.ts';

const CHOICES = [
  { organization: 'contoso.onmicrosoft.com', displayName: 'Contoso Ltd' },
  { organization: 'contoso-labs.onmicrosoft.com', displayName: 'Contoso Labs' },
  { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' },
  { organization: 'abc.onmicrosoft.com', displayName: 'Abc' },
];

test.each([
  ['contosso', ['Contoso Ltd']],
  ['contoso', ['Contoso Ltd', 'Contoso Labs']],
  ['CONTOSO LABS', ['Contoso Labs', 'Contoso Ltd']],
  ['labs', ['Contoso Labs']],
  ['fabricam', ['Fabrikam']],
  ['farbikam', ['Fabrikam']],
  ['fabrikam.onmicrosoft', ['Fabrikam']],
  ['abd', ['Abc']],
  ['xyz', []],
  ['', []],
  ['onmicrosoft.com', ['Contoso Ltd', 'Contoso Labs', 'Fabrikam']],
  ['northwind', []],
])('"%s" is near to %j', (typed, expected) => {
  expect(nearOrganizations(typed, CHOICES).map(({ displayName }) => displayName)).toEqual(expected);
});

test('hundreds are searched too, however much is typed', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    organization: `customer-${index}.onmicrosoft.com`,
    displayName: `Customer number ${index} of many`,
  }));
  expect(nearOrganizations('customer '.repeat(30), many)).toEqual([]);
  expect(nearOrganizations('custommer-77', many)).toContainEqual(many[77]);
});
