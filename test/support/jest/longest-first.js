import Sequencer from '@jest/test-sequencer';

/** Starts the files that take longest first, most of which wait, so that others run meanwhile; a clean clone has no durations to sort by. */
const WAITING = [
  'browser/try-it',
  'restarts',
  'session-life',
  'rolling-update',
  'button-walk',
  'flows/queue-messages',
  'flows/refused-session',
  'flows/look-back',
  'server/limits',
  'flows/failures',
  'job-queue',
  'flows/privacy-and-reports',
  'azure-monitor',
  'flows/',
  'torture/',
  'process.test',
  'server.test',
];

const rank = ({ path }) => {
  const found = WAITING.findIndex((part) => path.includes(part));
  return found === -1 ? WAITING.length : found;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
