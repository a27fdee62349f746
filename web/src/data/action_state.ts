import type { Dials, ServiceAction } from '../api/shapes.ts';
import type { Incident } from './incidents.ts';

/**
 * How what was done about an incident stands: nothing was done, it was only written down, it waits for a person, its
 * lease runs, a verdict or a person ended it early, it ended by itself, or it was suggested and declined or left.
 */
export type ActionState = 'none' | 'observed' | 'waiting' | 'running' | 'rolled_back' | 'undone' | 'ended' | 'declined' | 'passed';

const isAgainst = (decision: string): boolean => decision === 'roll_back' || decision === 'not_proven';

function isRunning(action: ServiceAction, dials: Dials): boolean {
  return dials.leases.some((lease) => lease.because.includes(action.id));
}

export function actionStateOf({ action, verdict, deeds }: Incident, dials: Dials, pending: readonly ServiceAction[], now: number): ActionState {
  if (!action) return 'none';
  if (action.autonomy === 'observe') return 'observed';
  if (isRunning(action, dials)) return 'running';
  if (verdict && isAgainst(verdict.decision)) return 'rolled_back';
  if (pending.some(({ id }) => id === action.id)) return 'waiting';
  const last = deeds.at(-1)?.what ?? '';
  if (last === 'decline') return 'declined';
  if (last === 'undo' || last === 'undo_all') return 'undone';
  if (last === 'expiry') return 'ended';
  const isApproved = deeds.some(({ what }) => what === 'approve');
  if (action.autonomy === 'suggest' && !isApproved) return 'passed';
  return now >= action.until ? 'ended' : 'undone';
}
