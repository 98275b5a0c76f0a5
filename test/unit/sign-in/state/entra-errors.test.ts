import { reasonOfRefusal } from '../../../../src/sign-in/state/entra-errors.ts';

test.each([
  ['no credential at all', 'invalid_client', [7_000_218]],
  ['no credential at all, by another name', 'unauthorized_client', [7_000_218]],
  ['an expired secret', 'invalid_client', [7_000_222]],
  ['an unknown secret', 'invalid_client', [7_000_215]],
  ['an identity that the application does not trust', 'invalid_client', [700_213]],
])('%s is a matter of the bot’s own credential, where it was to be sent', (_, error, errorCodes) => {
  expect(reasonOfRefusal({ error, errorCodes }, true)).toBe('credential-refused');
  expect(reasonOfRefusal({ error, errorCodes })).not.toBe('credential-refused');
});

test('anything else is about the sign-in, with the credential as without', () => {
  const refusal = { error: 'interaction_required', errorCodes: [50_076] };
  expect([reasonOfRefusal(refusal, true), reasonOfRefusal(refusal)]).toEqual(['mfa-required', 'mfa-required']);
});
