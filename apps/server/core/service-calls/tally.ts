import { newId } from '@esteira/db/schema/columns';
import type { serviceCalls } from '@esteira/db/schema/platform/service-calls';
import { MINUTE_MS } from '@esteira/domain/durations';
import type { Clock } from '../time/clock';
import { type OnServiceCall, type ServiceCall, toServiceFailure } from './watch';

export type CallMinute = typeof serviceCalls.$inferSelect;

/** Failures of one kind in one operation since they were last asked for. */
export interface CallFailures extends Pick<ServiceCall, 'service' | 'operation' | 'outcome' | 'reason'> {
  count: number;
}

export interface CallTally {
  observe: OnServiceCall;
  /** The minutes that changed since they were kept. */
  listChanged(): CallMinute[];
  /** These stand in the database now. */
  markSaved(minutes: readonly CallMinute[]): void;
  /** What failed or was limited since this was last asked; the reason is that of the latest. */
  takeFailures(): CallFailures[];
}

/** A minute that ended this long ago does not change any more. */
const CLOSED_AFTER_MS = 2 * MINUTE_MS;
/** Of each service; while the database is away older ones are given up. */
const MAX_MINUTES = 60;

/** Counts calls in memory, so that a call costs no statement. */
export function createCallTally(clock: Clock): CallTally {
  const servidor = newId();
  const minutes = new Map<string, CallMinute>();
  const kept = new Map<string, number>();
  let failures = new Map<string, CallFailures>();

  function findMinute(service: CallMinute['servico'], now: Date): CallMinute {
    const minuto = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
    const key = toKey({ servico: service, minuto });
    const found = minutes.get(key) ?? { ...EMPTY, minuto, servico: service, servidor };
    minutes.set(key, found);
    return found;
  }

  function forgetBeyondBounds(service: CallMinute['servico']): void {
    const ours = [...minutes].filter(([, { servico }]) => servico === service);
    for (const [key] of ours.slice(0, Math.max(0, ours.length - MAX_MINUTES))) minutes.delete(key);
  }

  return {
    observe(call) {
      const now = clock();
      const minute = findMinute(call.service, now);
      addCall(minute, call, now);
      forgetBeyondBounds(call.service);
      if (toServiceFailure(call.outcome) !== null || isLimited(call)) addFailure(failures, call);
    },
    listChanged: () =>
      [...minutes]
        .filter(([key, { chamadas }]) => kept.get(key) !== chamadas)
        .map(([, minute]) => ({ ...minute })),
    markSaved(written) {
      for (const minute of written) kept.set(toKey(minute), minute.chamadas);
      const closedBefore = clock().getTime() - CLOSED_AFTER_MS;
      for (const [key, { minuto, chamadas }] of minutes) {
        if (kept.get(key) === chamadas && Date.parse(minuto) < closedBefore) minutes.delete(key);
      }
      for (const key of kept.keys()) if (!minutes.has(key)) kept.delete(key);
    },
    takeFailures() {
      const taken = [...failures.values()];
      failures = new Map();
      return taken;
    },
  };
}

const EMPTY = {
  chamadas: 0,
  falhas: 0,
  limitadas: 0,
  mais_lenta_ms: 0,
  falha_em: null,
  falha_motivo: null,
  falha_operacao: null,
};

const toKey = ({ servico, minuto }: Pick<CallMinute, 'servico' | 'minuto'>) => `${servico} ${minuto}`;

const isLimited = ({ outcome }: Pick<ServiceCall, 'outcome'>) => outcome === 'rate_limited';

function addCall(minute: CallMinute, call: ServiceCall, now: Date): void {
  minute.chamadas += 1;
  minute.mais_lenta_ms = Math.max(minute.mais_lenta_ms, Math.round(call.milliseconds));
  if (isLimited(call)) minute.limitadas += 1;
  const failure = toServiceFailure(call.outcome);
  if (failure === null) return;
  minute.falhas += 1;
  minute.falha_em = now.toISOString();
  minute.falha_motivo = failure;
  minute.falha_operacao = call.operation;
}

function addFailure(failures: Map<string, CallFailures>, call: ServiceCall): void {
  const { service, operation, outcome, reason } = call;
  const key = `${service} ${operation} ${outcome}`;
  const count = (failures.get(key)?.count ?? 0) + 1;
  failures.set(key, { service, operation, outcome, reason, count });
}
