import { accountPage, codePage, consentPage, donePage } from '../../../local/identity-provider/pages.ts';
import { ALEX, FERNWEH } from '../../../local/people.ts';

const EVIL = `<img src=x onerror="alert('x')">&`;
const ESCAPED = '&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt;&amp;';
const organization = { ...FERNWEH, displayName: EVIL };
const person = { ...ALEX, name: EVIL, signInName: `${EVIL}@x`, about: EVIL };

test.each([
  ['code', codePage({ organization, action: EVIL, xsrf: EVIL, mistake: EVIL })],
  ['account', accountPage({ organization, action: EVIL, applicationName: EVIL, people: [person], others: [person] })],
  ['consent', consentPage({ organization, action: EVIL, applicationName: EVIL, person, rights: [EVIL] })],
  ['done', donePage(organization, person)],
])('the %s page escapes whatever it is given', (_name, page) => {
  expect(page).not.toContain('<img');
  expect(page).toContain(ESCAPED);
});

test('the code page labels its input and reads a mistake out', () => {
  const page = codePage({ organization: FERNWEH, action: '/x', xsrf: 'x', mistake: 'No.' });
  expect(page).toContain('<label for="user-code">');
  expect(page).toMatch(/role="alert"[^>]*>No\.</);
});
