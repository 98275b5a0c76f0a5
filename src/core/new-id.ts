import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letters that look like digits, so that a reference can be read out on the phone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** A random id of 60 bits, such as `7K3QX9M2T4AB`. */
export function newId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
