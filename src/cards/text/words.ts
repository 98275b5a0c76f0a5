/** What every language must say: the shape of the English texts. */
import type { english } from './en/common.ts';

export type Words = ReturnType<typeof english>;
