import { globSync, readFileSync } from 'node:fs';
import { accessKindSchema } from '../../../../src/restore/backups/entries/access-kind.ts';
import { policyOf } from '../../../../src/restore/access/kinds/policy.ts';

/** The names of sessions' flows, what a kind is called on cards, and what no other rule shares. */
const MOST_COMPARING = 6;

test('few files compare kinds of access: the others ask the policy', () => {
  const files = globSync(['src/restore/**/*.ts', 'src/cards/restore/*.ts']);
  expect(files.length).toBeGreaterThan(100);
  const comparing = files.filter((file) =>
    /(?:access|kind) [=!]== '(?:administrator|operator)'/.test(readFileSync(file, 'utf8')),
  );
  expect(comparing.toSorted().slice(MOST_COMPARING)).toEqual([]);
});

test('where the service keeps no reason of a call, a person approves it', () => {
  for (const kind of accessKindSchema.options) {
    const { isReasonRecorded, needsCode } = policyOf(kind);
    expect(needsCode).toBe(!isReasonRecorded);
  }
});
