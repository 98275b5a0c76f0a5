import { z } from 'zod';
import { personStateSchema, SECRET_FIELDS } from '../../../../src/sign-in/state/model.ts';

/** Text that is stored in plain sight. What is not listed here has to be declared as `secret`. */
const PLAIN = `
  person.objectId person.tenantId person.name
  address.channelId address.serviceUrl address.conversationId address.tenantId address.userId address.botId
  address.userName address.locale address.zone address.teamId
  signIn.id signIn.organization signIn.clientId signIn.scope signIn.cardId signIn.jobId signIn.verificationUri signIn.codeSpentBy
  signIn.redirectUri
  signIn.failure.detail signIn.failure.correlationId
  session.id session.jobId session.signInId session.organization session.clientId session.scope session.account session.userId
  session.tenantId session.cardId session.noticeCardId session.renewing.id session.renewedFrom session.endOrder.by
  replaced.id replaced.jobId replaced.signInId replaced.organization replaced.clientId replaced.scope replaced.account replaced.userId
  replaced.tenantId replaced.cardId replaced.noticeCardId replaced.renewing.id replaced.renewedFrom replaced.endOrder.by
  ended.id ended.signInId ended.organization ended.cardIds ended.endOrder.by
  endedBefore.id endedBefore.signInId endedBefore.organization endedBefore.cardIds endedBefore.endOrder.by
  reports.id reports.signInId reports.organization reports.account reports.to reports.telling.to
  reports.approver.userId reports.approver.tenantId
  lastOrganization`
  .trim()
  .split(/\s+/);

/** Paths of everything that may hold any text. */
function textsIn(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return textsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return textsIn(schema.element, path);
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap((option) => textsIn(option, path));
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => textsIn(field, [...path, name]));
  }
  const isHarmless = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some((kind) => schema instanceof kind);
  return isHarmless ? [] : [path.join('.')];
}

test('each text of a stored state is declared as a secret or listed here as plain', () => {
  const texts = textsIn(personStateSchema);
  const isSecret = (path: string): boolean =>
    /^(signIn|session|replaced)\.\w+$/.test(path) && SECRET_FIELDS.has(path.split('.')[1] ?? '');
  expect(new Set(texts.filter((path) => !isSecret(path)))).toEqual(new Set(PLAIN));
});

test('a name is secret in a sign-in and in a session, or in neither', () => {
  expect([...SECRET_FIELDS].toSorted()).toEqual([
    'accessToken',
    'answer',
    'authorizationCode',
    'deviceCode',
    'identityRefreshToken',
    'link',
    'nonce',
    'refreshToken',
    'userCode',
    'verifier',
  ]);
});
