export interface LoadResult {
  sent: number;
  /** Answers that were not 200. */
  refused: number;
  /** Answers beyond 500 ms, after which Mercado Livre counts a delivery as failed. */
  late: number;
  p50: number;
  p99: number;
  longest: number;
}

interface Load {
  perSecond: number;
  seconds: number;
  /** Sends one request and answers its status, once the answer is read to its end. */
  send: () => Promise<number>;
}

/**
 * Sends a request at every tick, whether or not earlier ones were answered. The time runs from the tick, so that a
 * server that stalls is not spared the requests that would have come meanwhile.
 */
export async function sendAtRate({ perSecond, seconds, send }: Load): Promise<LoadResult> {
  const total = perSecond * seconds;
  const start = performance.now() + 100;
  const answers: Promise<TimedResponse>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = start + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((next) => setTimeout(next, wait));
    answers.push(measure(send, due));
  }
  return summarise(await Promise.all(answers));
}

interface TimedResponse {
  status: number;
  ms: number;
}

async function measure(send: () => Promise<number>, due: number): Promise<TimedResponse> {
  const status = await send();
  return { status, ms: performance.now() - due };
}

function summarise(answers: readonly TimedResponse[]): LoadResult {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    sent: answers.length,
    refused: answers.filter(({ status }) => status !== 200).length,
    late: times.filter((ms) => ms > 500).length,
    p50: at(0.5),
    p99: at(0.99),
    longest: times.at(-1) ?? 0,
  };
}
