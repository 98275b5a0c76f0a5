/** Exports of posts as operators may have them: start, one-time code, download (`operatorStartExportTask`, `operatorExport`). */
import * as z from 'zod';

import type { PostsExporter, PostsPlace } from '../../restore/export/ports.ts';
import { MAX_FILE_BYTES, PART_BYTES } from '../../restore/state/export.ts';
import { token } from '../http/answers.ts';
import type { Http } from '../http/http.ts';
import { fromEcho, id } from './api/fields.ts';
import { ServiceApi, type TimeLimits } from './api/service-api.ts';
import { path } from './api/workload-api.ts';

const JSON_TYPE = /^\s*(?:application|text)\/(?:[^\s;]*\+)?json\s*(?:;|$)/i;

const started = z.object({ exportTaskId: id });
const issued = z.object({ authCode: token.max(4_096) });

const teamPath = ({ exploreId, teamId }: PostsPlace): string =>
  path`/v8/RestoreSessions/${exploreId}/organization/teams/${teamId}`;
const channelPath = (place: PostsPlace): string => `${teamPath(place)}${path`/channels/${place.channelId}`}`;

export function createPostsExporter({
  http,
  timeLimits = {},
}: {
  readonly http: Http;
  readonly timeLimits?: Partial<TimeLimits> | undefined;
}): PostsExporter {
  const api = new ServiceApi(http, timeLimits);

  return {
    async start(access, place) {
      const { echoes } = place;
      const call =
        echoes === undefined
          ? { path: `${channelPath(place)}/startOperatorExportPosts` }
          : {
              path: `${teamPath(place)}/posts/operatorStartExportTask`,
              json: { posts: echoes.map((echo) => fromEcho(echo, 'A post')) },
            };
      const { exportTaskId } = await api.read(access, { method: 'POST', limit: 'browse', ...call }, started);
      return exportTaskId;
    },

    async download(access, { taskId, ofPosts, ...place }, take, signal) {
      const { authCode } = await api.read(access, { method: 'POST', path: '/v8/token/AuthCode', signal }, issued);
      const folder = ofPosts ? `${teamPath(place)}/posts` : channelPath(place);
      let isFile = false;
      await api.send(access, {
        path: `${folder}${path`/operatorExport/${taskId}`}`,
        query: { authCode },
        limit: 'download',
        sizeLimitBytes: MAX_FILE_BYTES,
        heldBytes: 2 * PART_BYTES,
        isOnce: true,
        signal,
        personal: [authCode],
        async takeBody(body, { contentType = '' }) {
          // What it answers while there is no file is not documented.
          isFile = !JSON_TYPE.test(contentType);
          if (isFile) await take(body);
        },
      });
      return isFile ? 'ready' : 'not-ready';
    },
  };
}
