/** Texts about Teams, in English. */
import type { WorkloadWords } from '../../workload-words.ts';

export const teams = {
  name: 'Teams',
  search: 'Search Teams',
  whose: { own: 'Your own teams', all: 'All teams', of: (name: string) => `Team ${name}` },
  from: { own: 'your own teams', all: 'all teams', of: (name: string) => `the team ${name}` },
  containers: 'Which team?',
  wordsPlaceholder: 'budget meeting',
  hint: "Backups contain no chats or calls, only the posts, files and tabs of channels. The text of a post can't be shown.",
  approver: 'For teams, sign in as Global or Teams Administrator with a Teams license.',
  untitled: '(no subject)',
  searches: { posts: 'posts', files: 'files', tabs: 'tabs' },
  kinds: {
    team: 'Whole team',
    channel: 'Channel',
    'private channel': 'Private channel',
    'shared channel': 'Shared channel',
    posts: 'All posts',
    files: 'All files',
    tabs: 'All tabs',
    post: 'Post',
    reply: 'Reply',
    file: 'File',
    folder: 'Folder',
    tab: 'Tab',
  },
  places: { posts: 'a new tab', post: 'a new tab', reply: 'a new tab' },
  administrator: {
    kinds: {
      post: 'Post: comes back with the posts of its channel and day',
      reply: 'Reply: comes back with the posts of its channel and day',
    },
  },
  wholes: {
    team: (count: number, isAlone?: boolean) =>
      isAlone ? 'everything' : count === 1 ? 'one whole team' : `${count} whole teams`,
    channel: (count: number) => (count === 1 ? 'one channel' : `${count} channels`),
    'private channel': (count: number) => (count === 1 ? 'one private channel' : `${count} private channels`),
    'shared channel': (count: number) => (count === 1 ? 'one shared channel' : `${count} shared channels`),
    posts: (count: number) => `posts of ${count === 1 ? 'a channel' : `${count} channels`}`,
    files: (count: number) => `all files of ${count === 1 ? 'a channel' : `${count} channels`}`,
    tabs: (count: number) => `all tabs of ${count === 1 ? 'a channel' : `${count} channels`}`,
  },
  options: {
    teamsMissing: {
      label: 'Restore what is missing in Teams',
      consequence: 'Channels, files and tabs that no longer exist are put back.',
    },
    teamsChanged: {
      label: 'Overwrite what has changed in Teams since',
      consequence: 'Off: what still exists stays as it is. On: its present content is lost.',
    },
    teamsMembers: {
      label: 'Restore members',
      consequence: 'Members who have left since get access again. Owners come back as owners only.',
    },
    teamsSettings: {
      label: 'Restore the settings of the team',
      consequence: 'The present settings of the team are replaced.',
    },
    teamsOwner: {
      label: 'Owner, if the former one is gone',
      consequence: 'The sign-in name of the account that becomes the owner. You can leave it empty.',
      placeholder: 'Empty: the former owner',
      unfit: (typed: string) => `“${typed}” can't be the sign-in name of an account. Use no spaces.`,
    },
    teamsFileVersions: {
      label: 'Versions of files',
      consequence: 'All versions: the version history comes back as well.',
      choices: { Last: 'Only the version of that backup', All: 'All versions' },
    },
    teamsPostsFrom: {
      label: 'Only posts from this day on',
      consequence:
        'Leave it empty to include all earlier posts. What counts is the day when a post was last changed, in UTC.',
    },
    teamsPostsTo: {
      label: 'Only posts up to this day',
      consequence: 'Leave it empty to include all later posts.',
    },
  },
  notes: {
    postsTogether:
      "Administrators can't restore individual posts: all posts of the channel come back, or those of the days below.",
    postsAsPage:
      "Posts aren't restored as posts. The service writes them to a page and adds it to their channel as a new tab. The times on it are those of the backup server.",
    tabsUnlinked: 'A restored tab can lose the link to its file, unless the whole team is restored.',
    selectedVersions:
      'An earlier version is selected, so only the selected versions are restored. Where the file still exists, it is replaced only if you choose to overwrite.',
  },
} satisfies WorkloadWords;
