/** Cards of requests: the form, what the person who asked sees, and what operators see. */
import { flowOf } from '../../restore/backups/entries/access-kind.ts';
import { WORKLOADS } from '../../restore/backups/workloads/index.ts';
import { isOfPlace } from '../../requests/model.ts';
import { LONGEST, type RequestButton } from '../../requests/presses.ts';
import { isFoundOutside } from '../../requests/transitions.ts';
import type { RequestFacts } from '../../requests/views.ts';
import { button, namedButton, primary, destructive, type Button } from '../layout/buttons.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { messageCard, ownerName, referenceNote, standInCard, type List } from '../layout/message.ts';
import { LIMITS, plain, plainLines } from '../layout/plain-text.ts';
import { choiceInput, dateInput, textInput, toggleInput, type Input } from '../restore/inputs.ts';
import { workloadWordsOf } from '../restore/naming.ts';
import { joined } from '../restore/task-card.ts';

type Words = Scene['words']['requests'];

const press = (scene: Scene, requestId: string, kind: RequestButton['kind'], title: string): Button =>
  namedButton(scene, 'request', title, { request: requestId, press: { kind } });

/** What goes through unchanged, whatever is in the inputs. */
const withoutInputs = (one: Button): Button => ({ ...one, inputs: 'none' });

export const requestCards = {
  /** Others see only that somebody asks; the form is for that person alone. */
  'request-form'(scene, view) {
    const { requests: words } = scene.words;
    const { requestId, remark, isEdit = false } = view;
    if (scene.discreet) {
      const title = words.askedForOthers(ownerName(scene));
      const buttons = [primary(press(scene, requestId, 'fill-in', words.buttons.fillIn))];
      return standInCard(scene, { title, isNamed: true, text: words.onlyYou, buttons });
    }
    const { back } = scene.words.restore.buttons;
    const buttons = isEdit
      ? [
          primary(press(scene, requestId, 'save', words.buttons.save)),
          withoutInputs(press(scene, requestId, 'back', back)),
          withoutInputs(destructive(press(scene, requestId, 'withdraw', words.buttons.withdraw))),
        ]
      : [primary(press(scene, requestId, 'ask', words.buttons.ask))];
    return messageCard(scene, {
      title: isEdit ? words.changeTitle : words.title,
      text: words.intro,
      template: 'restoreForm',
      content: { rows: formRows(scene, view), remark: remark && words.remarks[remark], remarkStyle: 'warning' },
      buttons,
    });
  },

  'request-own'(scene, { request }) {
    const { own } = scene.words.requests;
    const { status, requestId } = request;
    const { buttons } = scene.words.requests;
    const isLive = status.kind !== 'ended';
    return messageCard(scene, {
      title: isPartly(countsOf(status)) ? scene.words.requests.news.titles.donePartly : titleOf(own, status),
      text: [...stateTexts(scene, own, request), ...wanted(scene, request)],
      links: messageLink(scene, request),
      notes: [...details(scene, request), referenceNote(scene, requestId)],
      buttons: [
        isLive && press(scene, requestId, 'edit', buttons.edit),
        isLive && destructive(press(scene, requestId, 'withdraw', buttons.withdraw)),
        !isLive && button(scene, 'ask'),
      ],
    });
  },

  /** A message of its own: an edited card notifies nobody. */
  'request-news'(scene, { news, what }) {
    const { news: words } = scene.words.requests;
    const name = 'by' in news ? nameOf(scene, news.by.name) : '';
    const isPart = news.kind === 'done' && isPartly(news.counts);
    const text = {
      taken: words.taken(name),
      'handed-back': words.handedBack(name),
      done: isPart ? words.donePartly(name) : words.done(name),
      declined: words.declined(name),
      expired: words.expired,
      unheard: words.unheard,
    }[news.kind];
    return messageCard(scene, {
      title: words.titles[isPart ? 'donePartly' : news.kind],
      text: [
        text,
        news.kind === 'done' && news.counts !== undefined && countsText(scene, news.counts),
        news.kind === 'declined' && words.reason(plain(news.reason, LIMITS.reason)),
      ],
      notes: [words.about(plain(what, LIMITS.title))],
      buttons: [(isPart || news.kind === 'declined' || news.kind === 'expired') && button(scene, 'ask')],
    });
  },

  'request-card'(scene, view) {
    const { operator: words, buttons } = scene.words.requests;
    const { request, isTaker, hasLeft = false, remark, typedReason } = view;
    const { requestId, status } = request;
    const name = nameOf(scene, request.name);
    const isOpen = status.kind === 'open';
    const mayDecline = (isOpen && !hasLeft) || isTaker;
    const isOutside = isTaker && !hasLeft && isFoundOutside(status);
    const sought = isOfPlace(request.fields) ? plain(request.fields.place, LONGEST.place) : name;
    return messageCard(scene, {
      title: isOpen || isTaker ? words.title(name) : titleOf(words, status, nameOfTaker(scene, request)),
      isNamed: true,
      summary: words.title(name),
      text: [
        isTaker && !isOutside && words.yours,
        isTaker && !isOutside && !hasLeft && remark === undefined && words.search,
        hasLeft && (isOpen || isTaker) && words.left,
        isTaker && !isOutside && words.otherwise,
        isOutside && words.outside(sought),
        status.kind === 'taken' && !isTaker && words.title(name),
        ...wanted(scene, request),
      ],
      template: 'restoreForm',
      content: {
        remark: remark && remarkTexts(scene, remark),
        remarkStyle: 'warning',
        rows: mayDecline ? [[textInput('declineReason', words.declineReason, LONGEST.reason, typedReason)]] : [],
        isFormHidden: mayDecline && typedReason === undefined,
        changeTitle: buttons.declineOpen,
        formButtons: mayDecline ? [destructive(press(scene, requestId, 'decline', buttons.decline))] : [],
      },
      links: messageLink(scene, request),
      notes: [...details(scene, request), referenceNote(scene, requestId)],
      buttons: operatorButtons(scene, view, isOutside),
    });
  },

  'request-moved'(scene) {
    return messageCard(scene, scene.words.requests.moved);
  },

  'request-duty'(scene, { until, others, team }) {
    const { duty: words } = scene.words.requests;
    const isOn = until !== undefined;
    const withoutChat = (name: string, reason: string | undefined): string =>
      reason === undefined
        ? words.withoutApp(nameOf(scene, name))
        : words.unreachable(nameOf(scene, name), plain(reason, LIMITS.id));
    const rows = others.map(({ name, until: end, unreachable }) =>
      unreachable === undefined
        ? words.other(nameOf(scene, name), scene.formats.moment(end))
        : withoutChat(name, unreachable),
    );
    const { size = 0, unreachable: lost = [] } = team ?? {};
    return messageCard(scene, {
      title: isOn ? words.on : words.off,
      text: isOn
        ? [words.onText, words.until(scene.formats.moment(until))]
        : team?.isMember === true
          ? words.offInTeam
          : words.offText,
      notes: [
        // The team is somebody else.
        isOn && others.length === 0 && team === undefined && words.nobodyElse,
        isOn && others.length > 0 && words.others,
        ...(isOn ? rows : []),
        team !== undefined && (lost.length === 0 ? words.team(size) : words.teamPart(size - lost.length, size)),
        ...lost.slice(0, MOST_OUT_OF_REACH).map(({ name, reason }) => withoutChat(name, reason)),
      ],
      buttons: [
        namedButton(scene, 'command', isOn ? words.end : words.begin, {
          command: isOn ? 'restore off duty' : 'restore on duty',
        }),
      ],
    });
  },

  'request-notice'(scene, { code }) {
    const { title, text } = scene.words.requests.notices[code];
    return messageCard(scene, { title, text, summary: scene.words.inOneLine(title, text) });
  },
} satisfies Partial<Cards>;

/** That serve one person. */
const MOST_ORGANIZATIONS = 3;
/** Of the team; how many there are is said. */
const MOST_OUT_OF_REACH = 20;

const nameOf = ({ words }: Scene, name: string): string => plain(name, LIMITS.name) || words.somebody;

const nameOfTaker = (scene: Scene, { status }: RequestFacts): string =>
  'by' in status && status.by !== undefined ? nameOf(scene, status.by.name) : '';

function titleOf(words: Words['own'] | Words['operator'], status: RequestFacts['status'], name = ''): string {
  if (status.kind === 'ended') return words.ended[status.how](name);
  return status.kind === 'taken' ? words.taken(name) : words.open;
}

function stateTexts(scene: Scene, words: Words['own'], request: RequestFacts): List<string> {
  const { status } = request;
  const name = nameOfTaker(scene, request);
  const { news } = scene.words.requests;
  if (status.kind === 'open') return [words.waiting];
  if (status.kind === 'taken') return [news.taken(name)];
  if (status.how === 'declined') return [news.declined(name), news.reason(plain(status.reason, LIMITS.reason))];
  if (status.how === 'expired') return [news.expired];
  const done = isPartly(status.counts) ? news.donePartly : news.done;
  return [status.how === 'done' && done(name), status.counts !== undefined && countsText(scene, status.counts)];
}

type Counts = NonNullable<Extract<RequestFacts['status'], { kind: 'ended' }>['counts']>;

const countsOf = (status: RequestFacts['status']): Counts | undefined =>
  status.kind === 'ended' ? status.counts : undefined;

/** Not all of it was restored, or was there already. */
const isPartly = (counts: Counts | undefined): boolean =>
  counts !== undefined &&
  (counts.failed > 0 || counts.unsized === true || counts.restored + counts.skipped < counts.total);

function countsText(
  scene: Scene,
  { restored, failed }: { readonly restored: number; readonly failed: number },
): string {
  const { news } = scene.words.requests;
  return failed > 0 ? `${news.restored(restored)} ${news.failed(failed)}` : news.restored(restored);
}

/** What whoever restores it has to know: the words, then where it was and the days. */
function wanted(scene: Scene, { fields }: RequestFacts): List<string> {
  const { requests: words } = scene.words;
  const { what, kind, place, lastSeen, neededBy } = fields;
  const { day } = scene.formats;
  return [
    ...(what === '' ? [] : words.wanted(plainLines(what, LONGEST.what).join('\n')).split('\n')),
    joined([
      kind === undefined ? '' : workloadWordsOf(scene, kind).name,
      plain(place, LONGEST.place),
      lastSeen === undefined ? '' : words.lastSeenOn(day(lastSeen)),
      neededBy === undefined ? '' : words.neededUntil(day(neededBy)),
    ]) || false,
  ];
}

const details = ({ words: { requests: words }, formats }: Scene, { fields, askedAt }: RequestFacts): List<string> => [
  fields.message !== undefined &&
    fields.message.link === undefined &&
    words.messageOf(formats.moment(fields.message.at)),
  words.askedAt(formats.moment(askedAt)),
];

/** Opens it in Teams. */
const messageLink = ({ words, formats }: Scene, { fields: { message } }: RequestFacts) =>
  message?.link === undefined
    ? []
    : [{ title: words.requests.messageOf(formats.moment(message.at)), url: message.link }];

type Remark = Of<'request-card'>['remark'];

function remarkTexts({ words }: Scene, remark: NonNullable<Remark>): List<string> {
  const { notices, troubles } = words.restore;
  const { operator } = words.requests;
  if (remark.code === 'reason-missing') return [operator.reasonMissing];
  if (remark.code === 'still-restoring') return [operator.stillRestoring];
  if (remark.code === 'search-failed') return [operator.searchFailed];
  if (remark.code === 'team-unknown') return [operator.teamUnknown];
  if (remark.code === 'other-organization') return [operator.otherOrganization];
  const said = remark.code === 'service' ? troubles[remark.trouble] : notices[remark.code];
  return [said.text, 'next' in said && said.next];
}

/** What helps, whatever has become of the request. */
function remedies(scene: Scene, remark: Remark): readonly Button[] {
  const organization = remark !== undefined && 'organizationKey' in remark ? remark.organizationKey : undefined;
  if (remark?.code === 'sign-in-first' || remark?.code === 'session-refused') {
    return [button(scene, 'sign-in', { flow: flowOf(remark.access ?? 'operator'), organization, below: true })];
  }
  if (remark?.code === 'other-organization') {
    return remark.organizations.slice(0, MOST_ORGANIZATIONS).map(({ organization: key, displayName }) => {
      const title = scene.words.choose.signInTo(plain(displayName, LIMITS.button));
      return namedButton(scene, 'sign-in', title, { flow: remark.flow, organization: key, below: true });
    });
  }
  // No operator any more.
  return remark?.code === 'operators-only' || remark?.code === 'administrator-only'
    ? [button(scene, 'sign-in-again', { flow: 'operator', organization, below: true })]
    : [];
}

function operatorButtons(
  scene: Scene,
  { request, isTaker, hasLeft = false, remark }: Of<'request-card'>,
  isOutside: boolean,
) {
  const { buttons: words } = scene.words.requests;
  const { requestId, status } = request;
  const own = (kind: RequestButton['kind'], title: string) => withoutInputs(press(scene, requestId, kind, title));
  const [search, done, back] = [own('search', words.search), own('done', words.done), own('hand-back', words.handBack)];
  const ofTaker = hasLeft ? [back, done] : isOutside ? [back, search, done] : [search, done, back];
  const ofOpen = hasLeft ? [] : [own('take', words.take)];
  const all = status.kind === 'open' ? ofOpen : isTaker ? ofTaker : [];
  const [first, ...others] = [...remedies(scene, remark), ...all];
  return first === undefined ? [] : [primary(first), ...others];
}

function formRows(scene: Scene, { fields = {}, hasMessage }: Of<'request-form'>): readonly (readonly Input[])[] {
  const { form: words } = scene.words.requests;
  const kinds = WORKLOADS.map((value) => ({ title: workloadWordsOf(scene, value).name, value }));
  return [
    [
      textInput('what', words.what, LONGEST.what, fields.what, {
        placeholder: words.whatPlaceholder,
        isMultiline: true,
      }),
    ],
    [
      choiceInput('askedKind', words.kind, kinds, {
        style: 'compact',
        value: fields.kind,
        placeholder: words.kindPlaceholder,
      }),
    ],
    [textInput('askedPlace', words.place, LONGEST.place, fields.place)],
    [
      dateInput('lastSeen', words.lastSeen, { value: fields.lastSeen }),
      dateInput('neededBy', words.neededBy, { value: fields.neededBy }),
    ],
    ...(hasMessage === true ? [[toggleInput('useMessage', words.useMessage)]] : []),
  ];
}
