import { type OnServiceCall, toServiceFailure } from '../core/service-calls/watch';
import type { Config } from '../env/env';
import type { Tracing } from '../tracing/tracing';

/** Undefined where no collector is named: then nothing is traced, and nothing of what traces is loaded. */
export async function openTracing({ traceCollector }: Config): Promise<Tracing | undefined> {
  if (traceCollector === null) return undefined;
  const { createTracing } = await import('../tracing/tracing');
  return createTracing(traceCollector);
}

/** Makes of a call outside a span of whatever asked for it. */
export function toCallNote({ tracer }: Tracing): OnServiceCall {
  return ({ service, operation, outcome, milliseconds }) => {
    const isFailure = toServiceFailure(outcome) !== null;
    tracer.note(`${service}.${operation}`, { outcome }, { milliseconds, isFailure });
  };
}
