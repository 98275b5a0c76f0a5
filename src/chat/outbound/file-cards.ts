/** Teams' own cards for a file that a bot hands over: an offer with **Allow** and **Decline**, and the file. */
import type { Activity } from 'botbuilder';

import { fileOffer, fileSummary } from '../../cards/restore/export-cards.ts';
import type { FileCards } from '../../restore/export/ports.ts';
import { outgoing } from '../conversation/address.ts';
import type { Connector } from './connector.ts';
import { deliveryOf } from './announcer.ts';
import { asItIs } from './message.ts';

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent';
const INFO = 'application/vnd.microsoft.teams.card.file.info';

export function createFileCards(connector: Pick<Connector, 'post' | 'delete'>): FileCards {
  return {
    async offer(address, _key, { exportId, bytes, ...about }) {
      const { name, description, summary } = fileOffer(address, about);
      // Both contexts come back with the answer: an id that only this bot can read anything from.
      const context = { exportId };
      const content = { description, sizeInBytes: bytes, acceptContext: context, declineContext: context };
      const activity: Partial<Activity> = {
        type: 'message',
        ...outgoing(address),
        summary,
        attachments: [{ contentType: CONSENT, name, content }],
      };
      return deliveryOf(await connector.post(address, asItIs(activity)));
    },

    async give(address, { name, contentUrl, uniqueId, fileType }) {
      const attachments = [
        { contentType: INFO, name, contentUrl, content: { ...(uniqueId !== '' && { uniqueId }), fileType } },
      ];
      const summary = fileSummary(address);
      const activity: Partial<Activity> = { type: 'message', ...outgoing(address), summary, attachments };
      return deliveryOf(await connector.post(address, asItIs(activity)));
    },

    withdraw: (address, cardId) => connector.delete(address, cardId),
  };
}
