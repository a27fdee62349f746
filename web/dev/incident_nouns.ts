/**
 * An incident as the demo makes it, with what the API tells of it: a new version leaves the judge of drafts no room. Used by
 * the mock and by the tests of the page.
 */
import type { Evidence, Lease, ServiceAction, ServiceEvent, ServiceFinding, ServicePage, ServiceVerdict } from '../src/api/shapes.ts';

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
    statement: 'model_version 2 s before the onset (replica-a: version 1.8 to 1.9)', weight: 0.5, measured: null, because: [events[0]!.id],
  };
  const rose: Evidence = {
    statement: 'inter_token rose (overall)', weight: 2, because: [lead.id],
    measured: { series: 'inter_token', strata: {}, standing: 'rose', before: 0.0101, after: 0.0215 },
  };
  const fell: Evidence = {
    statement: 'accept_length fell (overall)', weight: 3, because: [],
    measured: { series: 'accept_length', strata: {}, standing: 'fell', before: 1.988, after: 1.037 },
  };
  const usual: Evidence = {
    statement: 'ttft is as usual (replica replica-a)', weight: -0.3, because: [],
    measured: { series: 'ttft', strata: { replica: 'replica-a' }, standing: 'steady', before: 0.07188, after: 0.07211 },
  };
  const judge = {
    cause: 'judge_starvation', probability: 0.893,
    evidence: [fell, rose, version],
  };
  const regression = {
    cause: 'version_regression', probability: 0.044,
    evidence: [{ ...version, weight: 4 }, usual],
  };
  const diagnosis = { id: idOf('diagnosis', 5), at: onset + 20, causes: [judge, regression], events: events.map(({ id }) => id), because };
  const page: ServicePage = { id: idOf('page', 6), at: onset + 20, severity: 'warning', lead, findings: because, events, diagnosis };
  const setting = { dial: 'draft_length', scope: {}, value: 1, previous: null, until: onset + 920 };
  const action: ServiceAction = {
    id: idOf('action', 7), policy: 'draft_length', autonomy: 'act', at: onset + 20, ...setting, because: [diagnosis.id],
  };
  const verdict: ServiceVerdict = {
    id: idOf('verdict', 8), at: onset + 41, series: 'inter_token', strata: {}, decision: 'keep', before: 0.0215, effect: -0.00635,
    interval: [-0.00825, -0.00414], level: 0.9973, because: [action.id],
  };
  const lease: Lease = { ...setting, since: onset + 20, who: 'draft_length', automatic: true, because: [action.id, diagnosis.id] };
  return { events, findings, page, action, verdict, lease };
}
