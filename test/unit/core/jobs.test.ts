import { JOB_REFERENCE, jobSchema } from '../../../src/core/jobs.ts';

test('each job says in one field what it works on', () => {
  for (const { shape } of jobSchema.options) {
    const references = Object.keys(shape).filter((field) => JOB_REFERENCE.test(field));
    expect([shape.kind.value, references]).toEqual([shape.kind.value, [expect.any(String)]]);
  }
});
