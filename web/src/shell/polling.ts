const INTERVAL_MS = 1000;
const DEADLINE_MS = 5000;

export interface Poller {
  /** Starts the next cycle now, abandoning one in progress. */
  restart(): void;
}

/** Runs cycles one after another, each under a deadline, while the page is visible. */
export function startPolling(
  cycle: (signal: AbortSignal) => Promise<void>,
  onFailure: (reason: unknown) => void,
): Poller {
  let timer: number | undefined;
  let current: AbortController | undefined;

  async function run(): Promise<void> {
    window.clearTimeout(timer);
    current?.abort();
    const mine = new AbortController();
    current = mine;
    const deadline = window.setTimeout(() => mine.abort(), DEADLINE_MS);
    try {
      await cycle(mine.signal);
    } catch (reason) {
      if (current === mine) onFailure(reason);
    } finally {
      window.clearTimeout(deadline);
      if (current === mine && !document.hidden) timer = window.setTimeout(run, INTERVAL_MS);
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) window.clearTimeout(timer);
    else void run();
  });
  void run();
  return { restart: () => void run() };
}
