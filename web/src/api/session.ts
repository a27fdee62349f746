import { get, Refusal, useChangeToken } from './client.ts';

/** Who looks at the page. Without a role nobody is signed in, and the service asks for it. */
export interface Session {
  who: string | null;
  role: 'viewer' | 'operator' | null;
  change_token: string | null;
  signs_in: boolean;
}

/** A service of before there were roles, or one that cannot be reached, is used as it is. */
const EVERYBODY: Session = { who: null, role: 'operator', change_token: null, signs_in: false };

async function send(path: string, body: object): Promise<Session> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, answer.error.message, answer.error.hint);
  return answer as Session;
}

/** Who is signed in; what is changed from now on carries the session's token. */
export async function openSession(): Promise<Session> {
  const session = await get<Session>('session', {}, AbortSignal.timeout(5000)).catch(() => EVERYBODY);
  useChangeToken(session.change_token);
  return session;
}

/** Throws a Refusal, or what fetch throws. */
export const signIn = (token: string): Promise<Session> => send('session', { token });
export const signOut = async (): Promise<void> => void (await send('session/end', {}));
