import { fetchDeeds, fetchDials, fetchNouns, fetchPage, fetchPending } from '../api/endpoints.ts';
import type { Deed, Dials, ServiceAction, ServiceFinding, ServicePage, ServiceVerdict } from '../api/shapes.ts';
import { deedsAfter, type DialDeed } from './deeds.ts';
import { nounRefresh, rangeNamed, type Range } from './ranges.ts';
import { stratumOf } from './strata.ts';

/** A page, what was done about it and whether that helped. */
export interface Incident {
  page: ServicePage;
  action?: ServiceAction | undefined;
  verdict?: ServiceVerdict | undefined;
  /** What was done to the action's dial after it, in the order of time. */
  deeds: DialDeed[];
  /** Another page tells of the same series later, or the demo began anew: what is measured now is none of its business. */
  isOver?: boolean;
}

/** Of each kind, in a range. */
const MOST = 200;

/** However short the range, whoever looks wants to know of a day. */
const LEAST = rangeNamed('24h');

/** The range in which incidents are looked for. */
export const incidentRange = (range: Range): Range => (range.length > LEAST.length ? range : LEAST);

/** Each page with the action that came of its diagnosis, and the verdict on that. */
export function joinIncidents(
  pages: readonly ServicePage[], actions: readonly ServiceAction[], verdicts: readonly ServiceVerdict[], deeds: readonly Deed[],
  now: number,
): Incident[] {
  return pages.map((page) => {
    const action = actions.find((one) => one.because.includes(page.diagnosis.id));
    const verdict = action && verdicts.find((one) => one.because.includes(action.id));
    return { page, action, verdict, deeds: action ? deedsAfter(action, deeds, now) : [], isOver: isOver(page, pages, deeds) };
  });
}

function isOver({ at, lead }: ServicePage, pages: readonly ServicePage[], deeds: readonly Deed[]): boolean {
  const isSame = (other: ServiceFinding): boolean => other.series === lead.series && stratumOf(other.strata) === stratumOf(lead.strata);
  const isReset = deeds.some((deed) => deed.what === 'demo_reset' && Date.parse(deed.at) / 1000 > at);
  return isReset || pages.some((page) => page.at > at && isSame(page.lead));
}

/** The incidents of a range, newest first, and how the dials stand, read when it is time. */
export class Incidents {
  all: Incident[] = [];
  dials: Dials = { stopped: false, dials: [], leases: [] };
  pending: ServiceAction[] = [];
  private older = new Map<string, ServicePage>();
  private readAt = -Infinity;
  private readFor = '';

  /** OPEN: the id of a page that is there even when it is older than the range; a Refusal when there is none. */
  async refresh(range: Range, open: string, now: number, signal: AbortSignal): Promise<void> {
    const readFor = `${range.name} ${open}`;
    if (readFor === this.readFor && now - this.readAt < nounRefresh(range)) return;
    const from = now - incidentRange(range).length;
    const [recent, deeds, dials, pending] = await Promise.all([
      fetchNouns('pages', from, now, MOST, signal), fetchDeeds(signal), fetchDials(signal), fetchPending(signal),
    ]);
    const pages = await this.withOpen(recent, open, signal);
    const since = Math.min(from, ...pages.map((page) => page.at));
    const [actions, verdicts] = await Promise.all([
      fetchNouns('actions', since, now, MOST, signal), fetchNouns('verdicts', since, now, MOST, signal),
    ]);
    signal.throwIfAborted();
    this.all = joinIncidents(pages, actions, verdicts, deeds, now);
    this.dials = dials;
    this.pending = pending;
    this.readAt = now;
    this.readFor = readFor;
  }

  /** Something was changed: the next refresh reads again. */
  forget(): void {
    this.readAt = -Infinity;
  }

  find(id: string): Incident | undefined {
    return this.all.find(({ page }) => page.id === id);
  }

  private async withOpen(recent: ServicePage[], open: string, signal: AbortSignal): Promise<ServicePage[]> {
    if (!open || recent.some((page) => page.id === open)) return recent;
    const page = this.older.get(open) ?? (await fetchPage(open, signal));
    this.older.set(open, page);
    return [...recent, page];
  }
}
