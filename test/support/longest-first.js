import Sequencer from '@jest/test-sequencer';

/** Files that mostly wait go first, so that the others run beside them; a clean clone has no durations to sort by. */
const WAITING = [
  'browser/try-it',
  'restarts',
  'session-life',
  'rolling-update',
  'flows/failures',
  'job-queue',
  'flows/session-people',
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
