import type { Deed, ServiceAction } from '../api/shapes.ts';
import { stratumOf } from './strata.ts';

/** Something that was done to the dial of an action after it. */
export interface DialDeed {
  what: string;
  at: number;
  who: string;
}

const ENDS: readonly string[] = ['undo', 'undo_all', 'expiry', 'decline'];

function concerns(deed: Deed, action: ServiceAction): boolean {
  if (deed.what === 'undo_all') return true;
  if (deed.what === 'approve' || deed.what === 'decline') return deed.because.includes(action.id);
  return deed.dial === action.dial && stratumOf(deed.scope ?? {}) === stratumOf(action.scope) && ENDS.includes(deed.what);
}

/** To when the action holds: a suggestion from when it is approved. */
export function untilOf(action: ServiceAction, deeds: readonly DialDeed[]): number {
  const approval = deeds.find(({ what }) => what === 'approve');
  return approval ? approval.at + action.until - action.at : action.until;
}

/** A word for or against the action, and the first thing that ended it, if only its time, in the order of time. */
export function deedsAfter(action: ServiceAction, deeds: readonly Deed[], now: number): DialDeed[] {
  const after = deeds
    .map((deed) => ({ deed, at: Date.parse(deed.at) / 1000 }))
    .filter(({ deed, at }) => at >= Math.floor(action.at) && concerns(deed, action))
    .sort((left, right) => left.at - right.at)
    .map(({ deed: { what, who }, at }) => ({ what, at, who }));
  const end = after.findIndex(({ what }) => ENDS.includes(what));
  if (end >= 0) return after.slice(0, end + 1);
  const wasDone = action.autonomy === 'act' || after.some(({ what }) => what === 'approve');
  const until = untilOf(action, after);
  return wasDone && until <= now ? [...after, { what: 'expiry', at: until, who: '' }] : after;
}
