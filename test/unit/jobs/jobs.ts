import type { Job } from '../../../src/core/jobs.ts';

const key = { conversationId: '19:abc@thread.v2', personId: 'person-1' };

export const follow = (signInId: string): Job => ({ kind: 'follow', key, signInId });
export const restore = (restoreId: string): Job => ({ kind: 'restore', key, restoreId });
export const warn = (sessionId: string): Job => ({ kind: 'warn', key, sessionId, dueAt: 1 });
export const expire = (sessionId: string): Job => ({ kind: 'expire', key, sessionId, dueAt: 1 });
