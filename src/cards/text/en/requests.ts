/** Texts about asking for a restore, in English. */
import type { FormatNumber } from '../quantities.ts';

export const requests = (n: FormatNumber) => ({
  title: 'Ask for a restore',
  changeTitle: 'Change your request',
  intro: "Restore operators get your request in their chat with me. I'll tell you who takes it and when it's done.",
  askedForOthers: (name: string) => `${name} asked for a restore`,
  onlyYou: 'Only the person who asks sees the form, and what they write in it.',
  form: {
    what: 'What is missing?',
    whatPlaceholder: 'Words from its name or subject',
    kind: 'Where was it?',
    kindPlaceholder: "I don't know",
    place: 'Name of the site or team, if it was in one',
    lastSeen: 'When was it last there?',
    neededBy: 'When do you need it?',
    useMessage: 'Add the date of this message and the link to it. Its text is not stored.',
  },
  remarks: {
    'what-missing': 'Write what is missing.',
    'place-missing': 'Write the name of the site or team.',
    'too-many-own': 'You already have five open requests. Withdraw one, or wait until one is done.',
    'too-many-all': 'Your organization has too many open requests right now. Ask again later.',
    'not-sent': "I couldn't send your request. Send it again.",
  },
  buttons: {
    fillIn: 'Fill in the form',
    ask: 'Send request',
    save: 'Save',
    edit: 'Edit',
    withdraw: 'Withdraw',
    take: 'Take it',
    search: 'Search',
    done: 'Mark as done',
    handBack: 'Hand back',
    declineOpen: 'Decline…',
    decline: 'Decline',
  },
  wanted: (what: string) => `“${what}”`,
  lastSeenOn: (day: string) => `Last there: ${day}`,
  neededUntil: (day: string) => `Needed by: ${day}`,
  messageOf: (moment: string) => `About a message of ${moment}`,
  askedAt: (moment: string) => `Asked on ${moment}`,
  /** What the person who asked sees. */
  own: {
    open: 'Request received',
    waiting: "I'm passing it on to the operators. I'll write to you as soon as one of them takes it.",
    taken: (_name: string) => 'Your request is being worked on',
    ended: {
      done: (_name: string) => 'Your request is done',
      declined: (_name: string) => 'Your request was declined',
      withdrawn: (_name: string) => 'You withdrew this request',
      expired: (_name: string) => 'Your request has expired',
    },
  },
  news: {
    titles: {
      taken: 'Your request was taken',
      'handed-back': 'Your request is open again',
      done: 'Your request is done',
      donePartly: 'Part of your request was restored',
      declined: 'Your request was declined',
      expired: 'Your request has expired',
      unheard: 'No operator can be reached yet',
    },
    taken: (name: string) => `${name} is working on it.`,
    handedBack: (name: string) => `${name} handed it back. I'm asking the operators again.`,
    done: (name: string) => `${name} restored what you asked for.`,
    donePartly: (name: string) => `${name} restored part of what you asked for.`,
    declined: (name: string) => `${name} declined it.`,
    expired: 'No one finished it within a week. Ask again if you still need it.',
    unheard: "I'll keep asking, and tell you as soon as one of them takes it. If it's urgent, contact your IT support.",
    reason: (reason: string) => `Reason: ${reason}`,
    restored: (count: number) => (count === 1 ? '1 item was restored.' : `${n(count)} items were restored.`),
    failed: (count: number) => (count === 1 ? '1 item failed.' : `${n(count)} items failed.`),
    about: (what: string) => `Your request: “${what}”`,
  },
  /** What operators see. */
  operator: {
    title: (name: string) => `${name} asks for a restore`,
    open: 'Someone asks for a restore',
    yours: 'You took this request.',
    search: 'Its search is open below, and I tell the person who asked once something is restored from it.',
    otherwise: 'If you restored it another way, mark it as done.',
    otherOrganization:
      "You're signed in to an organization that doesn't have the data of the person who asks. Sign in to the one that has it, and then try again here.",
    searchFailed: "I couldn't open its search. Select “Search” to try again.",
    teamUnknown:
      "I couldn't check whether you're still in the team on duty, so nothing has changed. Try again in a moment. If that doesn't help, write “restore on duty”, and then try again here.",
    left: "You've left the team on duty, so you can no longer take or search requests. What you took, you can hand back, decline or mark as done. To get requests again, write “restore on duty”.",
    outside: (name: string) =>
      `You took this request, but I found no “${name}” among the data you may restore. Hand it back, so that another operator can take it, or search under another name.`,
    taken: (name: string) => `${name} took this request`,
    ended: {
      done: (name: string) => `${name} finished this request`,
      declined: (name: string) => `${name} declined this request`,
      withdrawn: (_name: string) => 'This request was withdrawn',
      expired: (_name: string) => 'This request has expired',
    },
    declineReason: 'Why not? The person who asked reads this.',
    reasonMissing: 'Write why you decline it.',
    stillRestoring:
      'A restore for this request is running or waiting for approval. Once it has restored something, I tell the person who asked. To end or hand back the request now, stop that restore first.',
  },
  moved: {
    title: 'Continues below',
    text: 'This request is still waiting. Its newest card is below.',
  },
  duty: {
    on: "You're on duty",
    off: "You're not on duty",
    onText: 'When someone asks for a restore, I write to you here.',
    offText: 'You get no new requests. What you took stays yours.',
    offInTeam: 'As a member of the team on duty, you still get requests.',
    team: (count: number) =>
      count === 1
        ? 'The one member of the team on duty gets every request.'
        : `All ${count} members of the team on duty get every request.`,
    teamPart: (reached: number, size: number) =>
      `Members of the team on duty who get requests: ${reached} of ${size}. I can't write to:`,
    until: (moment: string) => `Until ${moment}. Write “restore on duty” again for another week.`,
    others: 'Also on duty:',
    nobodyElse: 'No one else is on duty.',
    other: (name: string, moment: string) => `${name}, until ${moment}`,
    unreachable: (name: string, reason: string) => `${name}: I can't write to this person (${reason})`,
    withoutApp: (name: string) => `${name}: the app isn't installed`,
    begin: 'Go on duty',
    end: 'Go off duty',
  },
  notices: {
    'no-object-id': {
      title: "I can't identify you",
      text: "This app doesn't say who you are, so I can't pass a request on. Write to me from Microsoft Teams with your work account.",
    },
    guest: {
      title: 'Not for guests',
      text: 'Only members of the organization can ask for a restore. Ask the person you work with there.',
    },
    'no-personal-chat': {
      title: "I can't write to you",
      text: 'I answer requests in a personal chat. Add this app to your personal apps in Teams, then ask again.',
    },
    unknown: {
      title: 'This request is not available to you',
      text: 'It was erased, or it is not yours.',
    },
    'duty-personal-only': {
      title: 'Only in a personal chat',
      text: 'Requests are private. Open a personal chat with me and write the command there.',
    },
    sent: {
      title: 'Request sent',
      text: "I'll write to you in our personal chat, and tell you there what happens.",
    },
    late: {
      title: 'One moment',
      text: "I'm still sending your request, and will write to you in our personal chat. If you hear nothing from me there, ask again.",
    },
  },
});
