/** Templates, parsed when first used and then kept: parsing costs far more than filling in. */
import { Template } from 'adaptivecards-templating';
import chooseOrganization from './templates/choose-organization.json' with { type: 'json' };
import help from './templates/help.json' with { type: 'json' };
import message from './templates/message.json' with { type: 'json' };
import restoreEntries from './templates/restore-entries.json' with { type: 'json' };
import restoreForm from './templates/restore-form.json' with { type: 'json' };
import restoreFrame from './templates/restore-frame.json' with { type: 'json' };
import restoreProgress from './templates/restore-progress.json' with { type: 'json' };
import restoreSessions from './templates/restore-sessions.json' with { type: 'json' };
import restoreSummary from './templates/restore-summary.json' with { type: 'json' };
import restoreWorkload from './templates/restore-workload.json' with { type: 'json' };
import signInForOthers from './templates/sign-in-for-others.json' with { type: 'json' };
import signIn from './templates/sign-in.json' with { type: 'json' };
import signedIn from './templates/signed-in.json' with { type: 'json' };

/** What every card of a task and of a restore has around its own part: before the small print, which comes last. */
function inFrame(part: readonly object[]): object {
  const { body } = restoreFrame;
  return { ...restoreFrame, body: [...body.slice(0, -1), ...part, ...body.slice(-1)] };
}

const SOURCES = {
  chooseOrganization,
  help,
  message,
  signInForOthers,
  signIn,
  signedIn,
  restoreEntries: inFrame(restoreEntries),
  restoreForm: inFrame(restoreForm),
  restoreProgress: inFrame(restoreProgress),
  restoreSessions: inFrame(restoreSessions),
  restoreSummary: inFrame(restoreSummary),
  restoreWorkload: inFrame(restoreWorkload),
} as const;

export type TemplateName = keyof typeof SOURCES;

const parsed = new Map<TemplateName, Template>();

/**
 * Fills a template in. Every name a template uses must be in `data`: where nothing is to be shown, an empty
 * text or list. Data are copied as they are, an expression in them is not computed.
 */
export function fill(name: TemplateName, data: object): object {
  let template = parsed.get(name);
  if (template === undefined) {
    template = new Template(SOURCES[name]);
    parsed.set(name, template);
  }
  const card: unknown = template.expand({ $root: data });
  return card as object;
}
