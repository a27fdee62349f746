/** What the service refused, in its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, message: string, hint: string) {
    super(message);
    this.status = status;
    this.hint = hint;
  }

  /** What was refused and how to mend it, as sentences. */
  get text(): string {
    return this.hint ? `${this.message}${/[.?]$/.test(this.message) ? '' : '.'} ${this.hint}` : this.message;
  }
}

async function refusalOf(path: string, response: Response): Promise<Refusal> {
  const answer = (await response.json().catch(() => null)) as { error?: { message?: string; hint?: string } } | null;
  const message = answer?.error?.message ?? `${path}: HTTP ${response.status}`;
  return new Refusal(response.status, message, answer?.error?.hint ?? '');
}

let changeToken: string | null = null;

/** What a session brings with each change besides its cookie. */
export function useChangeToken(token: string | null): void {
  changeToken = token;
}

/** The refusal of RESPONSE; where a session has ended, the page is loaded anew and asks who is there. */
async function refused(path: string, response: Response): Promise<Refusal> {
  if (response.status === 401) window.location.reload();
  return refusalOf(path, response);
}

/** GET /api/v1/PATH with the parameters that have a value. Throws a Refusal, or what fetch throws. */
export async function get<Answer>(
  path: string,
  parameters: Record<string, string | number | undefined>,
  signal: AbortSignal,
): Promise<Answer> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&');
  const response = await fetch(`/api/v1/${path}${query && `?${query}`}`, { signal, cache: 'no-store' });
  if (!response.ok) throw await refused(path, response);
  return (await response.json()) as Answer;
}

/** POST /api/v1/PATH: something is changed. Throws a Refusal, or what fetch throws. */
export async function post(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...(changeToken ? { 'X-Foreshock-Change-Token': changeToken } : {}) };
  const response = await fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await refused(path, response);
}

const absent = new Set<string>();

/** The same for a path that this version of the service may lack: then NOTHING, and it is not asked again. */
export async function getIfThere<Answer>(
  path: string,
  parameters: Record<string, string | number | undefined>,
  signal: AbortSignal,
  nothing: Answer,
): Promise<Answer> {
  if (absent.has(path)) return nothing;
  try {
    return await get<Answer>(path, parameters, signal);
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.status !== 404) throw reason;
    absent.add(path);
    return nothing;
  }
}
