/** Card templates: JSON in the Adaptive Cards templating language, filled in with `adaptivecards-templating`. */
import { Template } from 'adaptivecards-templating';
import type { RenderedCard } from './context.ts';
import { readExpression } from './expressions.ts';
import { withOverflow } from './overflow.ts';
import chooseOrganization from '../templates/choose-organization.json' with { type: 'json' };
import help from '../templates/help.json' with { type: 'json' };
import message from '../templates/message.json' with { type: 'json' };
import parts from '../templates/parts.json' with { type: 'json' };
import restoreEntries from '../templates/restore-entries.json' with { type: 'json' };
import restoreForm from '../templates/restore-form.json' with { type: 'json' };
import restoreFrame from '../templates/restore-frame.json' with { type: 'json' };
import restoreProgress from '../templates/restore-progress.json' with { type: 'json' };
import restoreSessions from '../templates/restore-sessions.json' with { type: 'json' };
import restoreSummary from '../templates/restore-summary.json' with { type: 'json' };
import signInInBrowser from '../templates/sign-in-in-browser.json' with { type: 'json' };
import signInForOthers from '../templates/sign-in-for-others.json' with { type: 'json' };
import signIn from '../templates/sign-in.json' with { type: 'json' };

interface TemplateSource {
  readonly body: readonly object[];
}

/** Puts the content of a card into its frame, above the small print, which is the last element of the frame. */
function framed(frame: TemplateSource, content: TemplateSource): TemplateSource {
  return { ...frame, ...content, body: [...frame.body.slice(0, -1), ...content.body, ...frame.body.slice(-1)] };
}

const SOURCES = {
  message,
  chooseOrganization: framed(message, chooseOrganization),
  help: framed(message, help),
  people: framed(message, restoreSessions),
  signIn: framed(message, signIn),
  signInForOthers,
  signInInBrowser: framed(message, signInInBrowser),
  restoreApproval: framed(restoreFrame, signIn),
  restoreEntries: framed(restoreFrame, restoreEntries),
  restoreForm: framed(restoreFrame, restoreForm),
  restoreProgress: framed(restoreFrame, restoreProgress),
  restoreSessions: framed(restoreFrame, restoreSessions),
  restoreSummary: framed(restoreFrame, restoreSummary),
} as const;

export type TemplateName = keyof typeof SOURCES;

/** Replaces `{ "part": "text", … }` by that entry of `parts.json` with the fields beside it. */
function withParts(source: object): object {
  return JSON.parse(JSON.stringify(source), (_key, node: { readonly part?: keyof typeof parts } | null) => {
    if (node?.part === undefined) return node;
    const { part, ...fields } = node;
    return { ...withParts(parts[part]), ...fields };
  }) as object;
}

/** The lists that a template repeats, all empty: unlike a condition, a repetition needs its data to be there. */
function emptyLists(source: object): object {
  const names = JSON.stringify(source).matchAll(/"\$data":"\$\{(\w+)\}"/g);
  return Object.fromEntries(names.map(([, name]) => [name, []])) as object;
}

const parse = Template.parseInterpolatedString.bind(Template);
const expressions = new Map<string, ReturnType<typeof parse>>();

/** Each expression is read once for all templates, which share most of theirs. */
Template.parseInterpolatedString = (text) => {
  const expression = expressions.get(text) ?? readExpression(text) ?? parse(text);
  expressions.set(text, expression);
  return expression;
};

/** Parsed when first used: parsing takes far longer than filling in. */
const parsed = new Map<TemplateName, { readonly template: Template; readonly lists: object }>();

/**
 * @param data by the names in the template. An undefined value is not shown, nor is a list's item that is undefined or
 * false. Values are copied as they are: an expression in them is not computed.
 */
export function fill(
  name: TemplateName,
  data: { readonly summary: string; readonly mostInView?: number | undefined } & Record<string, unknown>,
): RenderedCard {
  let loaded = parsed.get(name);
  if (loaded === undefined) {
    const source = withParts(SOURCES[name]);
    loaded = { template: new Template(source), lists: emptyLists(source) };
    parsed.set(name, loaded);
  }
  const shown = Object.entries(data).flatMap(([key, value]) => {
    const list = Array.isArray(value) ? value.filter((item) => item !== undefined && item !== false) : value;
    return value === undefined ? [] : [[key, list]];
  });
  const card: unknown = loaded.template.expand({ $root: { ...loaded.lists, ...Object.fromEntries(shown) } });
  return { card: withOverflow(card as object, data.mostInView), summary: data.summary };
}
