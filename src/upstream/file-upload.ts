/** An upload session in OneDrive or SharePoint: ranges of one file, to an address that is itself the right to write it. */
import { safeParse } from '../core/shape.ts';
import * as z from 'zod';

import { UpstreamError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { FileUpload, UploadAnswer } from '../restore/export/ports.ts';
import type { HttpAnswer } from './http/answers.ts';
import type { Http } from './http/http.ts';

const UPSTREAM = 'file storage';
/** Of one range. */
const TIME_LIMIT_MILLISECONDS = 120_000;

const missing = z.object({ nextExpectedRanges: z.array(z.string().regex(/^\d{1,15}(?:-\d{0,15})?$/)).min(1) });

/** Without an Authorization header, which would be refused. @throws UpstreamError where the same call may succeed later */
export function createFileUpload({ http }: { readonly http: Http }): FileUpload {
  const request = { upstream: UPSTREAM, pool: 'restores', timeLimitMilliseconds: TIME_LIMIT_MILLISECONDS } as const;
  return {
    async put(url, { content, from, total }, signal) {
      const end = from + content.byteLength;
      const headers = { 'content-range': `bytes ${from}-${end - 1}/${total}` };
      const answer = await http.send({ ...request, operation: 'upload', method: 'PUT', url, headers, content, signal });
      if (end < total) return readAnswer(answer, { kind: 'missing', from: end });
      // Only these are final; anything else says that the range was taken, and the next question what is missing.
      return readAnswer(
        answer,
        answer.status === 200 || answer.status === 201 ? { kind: 'complete' } : { kind: 'there' },
      );
    },

    async progress(url, signal) {
      const answer = await http.send({
        ...request,
        operation: 'progress',
        method: 'GET',
        url,
        signal,
        followsRedirects: false,
      });
      return readAnswer(answer, { kind: 'gone' });
    },
  };
}

/** @param otherwise what a success means that does not say what is missing */
function readAnswer({ status, text, retryAfterSeconds }: HttpAnswer, otherwise: UploadAnswer): UploadAnswer {
  if (status >= 200 && status < 300) {
    const { data } = safeParse(missing, parseJson(text));
    const [next] = data?.nextExpectedRanges ?? [];
    return next === undefined || status === 201 ? otherwise : { kind: 'missing', from: Number.parseInt(next, 10) };
  }
  switch (status) {
    case 404:
    case 410:
      return { kind: 'gone' };
    case 409:
      return { kind: 'name-taken' };
    case 416:
      return { kind: 'there' };
  }
  // Nothing of its answer, which may name the file and its place.
  if (status === 408 || status === 429 || status >= 500) {
    throw new UpstreamError(UPSTREAM, status === 429 ? 'THROTTLED' : 'FAILED', { status, retryAfterSeconds });
  }
  return { kind: 'refused', status };
}
