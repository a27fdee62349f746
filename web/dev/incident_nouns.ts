/**
 * An incident as the demo makes it, with what the API tells of it: a new version leaves the judge of drafts no room. Used by
 * the mock and by the tests of the page.
 */
import type { Lease, ServiceAction, ServiceEvent, ServiceFinding, ServicePage, ServiceVerdict } from '../src/api/shapes.ts';

/** How long before now it began. */
const BEGUN_BEFORE_S = 100;

/** Numbers that an incident takes. */
const NUMBERS = 8;

export interface IncidentNouns {
  events: ServiceEvent[];
  findings: ServiceFinding[];
  page: ServicePage;
  action: ServiceAction;
  verdict: ServiceVerdict;
  lease: Lease;
}

/** ORDER: of several incidents, so that their ids differ. */
export function incidentNouns(now: number, order = 0): IncidentNouns {
  const idOf = (noun: string, number: number): string => `${noun}-${(NUMBERS * order + number).toString(16).padStart(16, '0')}`;
  const onset = now - BEGUN_BEFORE_S;
  const events = ['replica-a', 'replica-b'].map((replica, index): ServiceEvent => ({
    id: idOf('event', 1 + index), kind: 'model_version', at: onset - 2, until: null, subject: replica, scope: { replica },
    text: `${replica}: version 1.8 to 1.9`, posted: false,
  }));
  const lead: ServiceFinding = {
    id: idOf('finding', 3), series: 'inter_token', strata: {}, at: onset + 10, onset, shape: 'sudden', direction: 'up', size: 0.0114,
    interval: [0.0095, 0.0135], level: 0.95, before: 0.0101, severity: 'warning', detector: 'level', because: [idOf('observation', 162)],
  };
  const findings: ServiceFinding[] = [lead, {
    ...lead, id: idOf('finding', 4), series: 'decode_rate', strata: { replica: 'replica-a' }, at: onset + 8, direction: 'down', size: -51,
    interval: [-53, -49], before: 99.3, severity: 'notice',
  }];
  const because = findings.map(({ id }) => id);
  const version = {
    statement: 'model_version 2 s before the onset (replica-a: version 1.8 to 1.9)', weight: 0.5, because: [events[0]!.id],
  };
  const rose = { statement: 'inter_token rose from 0.0101 to 0.0215 (overall)', weight: 2, because: [lead.id] };
  const judge = {
    cause: 'judge_starvation', probability: 0.893,
    evidence: [{ statement: 'accept_length fell from 1.988 to 1.037 (overall)', weight: 3, because: [] }, rose, version],
  };
  const regression = {
    cause: 'version_regression', probability: 0.044,
    evidence: [{ ...version, weight: 4 }, { statement: 'ttft is as usual (0.07211, replica replica-a)', weight: -0.3, because: [] }],
  };
  const diagnosis = { id: idOf('diagnosis', 5), at: onset + 20, causes: [judge, regression], events: events.map(({ id }) => id), because };
  const page: ServicePage = { id: idOf('page', 6), at: onset + 20, severity: 'warning', lead, findings: because, events, diagnosis };
  const setting = { dial: 'draft_length', scope: {}, value: 1, previous: null, until: onset + 920 };
  const action: ServiceAction = {
    id: idOf('action', 7), policy: 'draft_length', autonomy: 'act', at: onset + 20, ...setting, because: [diagnosis.id],
  };
  const verdict: ServiceVerdict = {
    id: idOf('verdict', 8), at: onset + 41, series: 'inter_token', strata: {}, decision: 'keep', effect: -0.00635,
    interval: [-0.00825, -0.00414], level: 0.9973, because: [action.id],
  };
  const lease: Lease = { ...setting, since: onset + 20, who: 'draft_length', automatic: true, because: [action.id, diagnosis.id] };
  return { events, findings, page, action, verdict, lease };
}
