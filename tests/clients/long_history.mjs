/** A made-up month, for ranges that are longer than a test: the answer of /api/v1/series at steps of 60 s and 1 h. */
const DAY = 86_400;

/** A service that is slower by day, at a time. */
function values(time) {
  const middle = 0.2 + 0.1 * Math.sin((2 * Math.PI * time) / DAY);
  return { count: 100, mean: middle * 1.1, p50: middle, p90: middle * 1.6, p99: middle * 2.5 };
}

/** Undefined for the short steps, which the program answers by itself. */
export function longHistory(query) {
  const [step, from, to] = ['step', 'from', 'to'].map((name) => Number(query.get(name)));
  if (step < 60) return undefined;
  const t = [];
  for (let time = Math.ceil(from / step) * step; time < to; time += step) t.push(time);
  const rows = t.map(values);
  const columns = Object.fromEntries(Object.keys(values(0)).map((name) => [name, rows.map((row) => row[name])]));
  const series = query.get('signals').split(',').map((signal) => ({
    signal, unit: 's', direction: 'lower_is_better', help: '', strata: {}, t, ...columns,
  }));
  return { json: { now: to, step, series } };
}
