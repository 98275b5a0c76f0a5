/** Suggests organizations for a name that matches none. Pure. */
import { distance } from '../../core/text.ts';
import type { Choice } from '../views.ts';

const MOST = 3;
const SHORTEST_PART = 3;
const LONGEST_COMPARED = 60;

/** What people call an organization: its display name, its domain, and the domain's first label. */
function spellings({ organization, displayName }: Choice): readonly string[] {
  const name = organization.toLowerCase();
  return [displayName.toLowerCase(), name, name.split('.')[0] ?? name];
}

/** 0 for an exact match, Infinity for no match. A part of a name matches, however long the rest is. */
function mismatch(typed: string, spelling: string): number {
  if (typed.length >= SHORTEST_PART && spelling.includes(typed)) return spelling.startsWith(typed) ? 0.5 : 1.5;
  if (spelling.length >= SHORTEST_PART && typed.includes(spelling)) return 1.5;
  const allowed = typed.length <= 4 ? 1 : Math.min(3, Math.floor(typed.length / 3));
  if (Math.abs(typed.length - spelling.length) > allowed) return Number.POSITIVE_INFINITY;
  const mistakes = distance(typed, spelling);
  return mistakes <= allowed ? mistakes : Number.POSITIVE_INFINITY;
}

/**
 * @param choices the organizations the person may choose from
 * @returns at most three, the nearest first
 */
export function nearOrganizations(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const folded = typed.trim().toLowerCase().slice(0, LONGEST_COMPARED);
  return choices
    .map((choice) => ({ choice, far: Math.min(...spellings(choice).map((spelling) => mismatch(folded, spelling))) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ choice }) => choice);
}
