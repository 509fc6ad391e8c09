import type { Marketplace } from '@esteira/domain/marketplaces';
import { anySignal } from '@esteira/http/any-signal';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { Deps } from '../core/context';
import { JOB_KINDS, type JobKind } from '../core/job-kinds';
import { endsWithin } from '../core/time/ends-within';
import { completeJob, failJob, giveBack } from './finish';
import type { Handlers, JobHandler } from './job-handler';
import { decideRetry } from './retry-decision';
import { dueKinds, type TakenJob, takeJobs } from './take';

export interface WorkerOptions {
  deps: Deps;
  handlers: Handlers;
  /** Between two looks at an empty queue. */
  pollMs: number;
  /** Jobs of one kind that run at the same time in this process. */
  perKind: number;
  /** How many of these may be of one account, so that an account that hangs does not delay the others. */
  perAccount: number;
  /** After this long a job that was not finished is taken again: its worker was killed. */
  expireMs: number;
  /** How often one job may lose its worker before it counts as what kills them. */
  crashes: number;
  /** Makes a job's deadline, at which the signal aborts. */
  deadline: () => AbortSignal;
  /** How long a stop waits for what is running, before it is told to end and given back. */
  finishMs: number;
  /** A marketplace does not take an account any more, which was tried from `since` on; `motivo` is for its seller. */
  onRefusedAccount: (
    db: Deps['db'],
    account: { usuarioId: string; marketplace: Marketplace; contaId: number },
    refusal: { since: Date; motivo: string },
  ) => Promise<void>;
  /** Hears of every failure; `work` is a kind of job, a relay, or a chore of the queue. */
  onFailure: (error: unknown, work: { work: string; marketplace?: Marketplace }) => void;
}

/** How long a stop waits for what was told to end; the rest is taken up again after it expired. */
const GIVE_BACK_WITHIN_MS = 5_000;

/** A job that runs here: whose it is, and what tells it to end. */
interface Run {
  account: string;
  giveUp: AbortController;
}

/** Does the jobs that are due, here and on every other server, until stopped. */
export function startWorker(options: WorkerOptions): { stop: () => Promise<void> } {
  const kinds = Object.keys(options.handlers) as JobKind[];
  const runners = new Map(kinds.map((kind) => [kind, createKindRunner(options, kind)]));
  const wakeSignal = createWakeSignal();
  let stopped = false;

  async function takeDue(): Promise<number> {
    let taken = 0;
    for (const kind of await dueKinds(options.deps.db, kinds)) {
      if (!stopped) taken += (await runners.get(kind)?.take(wakeSignal.ring)) ?? 0;
    }
    return taken;
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const taken = await takeDue().catch((error: unknown) => {
        options.onFailure(error, { work: 'worker' });
        return 0;
      });
      if (taken === 0) await wakeSignal.wait(options.pollMs);
    }
  }

  const looping = loop();
  return {
    stop: async () => {
      stopped = true;
      wakeSignal.ring();
      await looping;
      const running = new Map([...runners.values()].flatMap((runner) => [...runner.running]));
      const ended = Promise.all(running.keys());
      if (await endsWithin(options.finishMs, ended)) return;
      for (const { giveUp } of running.values()) giveUp.abort();
      await endsWithin(GIVE_BACK_WITHIN_MS, ended);
    },
  };
}

/** The jobs of one kind that run in this process, and the account that was served last. */
function createKindRunner(options: WorkerOptions, kind: JobKind) {
  const running = new Map<Promise<void>, Run>();
  let after = '';

  async function take(onEnd: () => void): Promise<number> {
    const limit = options.perKind - running.size;
    if (limit <= 0) return 0;
    const query = { kind, limit, busy: busyAccounts(), expireMs: options.expireMs };
    let jobs = await takeJobs(options.deps.db, { ...query, after });
    if (jobs.length === 0 && after !== '') jobs = await takeJobs(options.deps.db, { ...query, after: '' });
    const accounts = jobs.map(({ conta }) => conta).sort();
    after = jobs.length < limit ? '' : (accounts.at(-1) ?? '');
    for (const job of jobs) {
      const giveUp = new AbortController();
      const run = runJob(options, job, giveUp).finally(() => {
        running.delete(run);
        onEnd();
      });
      running.set(run, { account: job.conta, giveUp });
    }
    return jobs.length;
  }

  function busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const { account } of running.values()) counts.set(account, (counts.get(account) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= options.perAccount).map(([account]) => account);
  }

  return { running, take };
}

async function runJob(options: WorkerOptions, job: TakenJob, giveUp: AbortController): Promise<void> {
  const { deps } = options;
  const onFailure = (error: unknown) =>
    options.onFailure(error, { work: job.tipo, marketplace: job.marketplace });
  const since = deps.clock();
  try {
    if (job.quedas > options.crashes) {
      await failJob(deps.db, job, { ...job, situacao: 'falhou', retryInSeconds: 0 });
      return;
    }
    try {
      await handle(options, job, giveUp.signal);
      await completeJob(deps.db, job);
    } catch (error) {
      if (giveUp.signal.aborted) {
        await giveBack(deps.db, job);
        return;
      }
      onFailure(error);
      await noteRefusal(options, job, { error, since });
      await failJob(deps.db, job, decideRetry(job, error, { now: deps.clock(), random: Math.random }));
    }
  } catch (error) {
    // The job stays taken until it expires.
    onFailure(error);
  }
}

async function handle(
  { deps, handlers, deadline }: WorkerOptions,
  { tipo, dados }: TakenJob,
  giveUp: AbortSignal,
): Promise<void> {
  const handler = handlers[tipo] as JobHandler<JobKind> | undefined;
  if (handler === undefined) return;
  const work = () => handler(deps, JOB_KINDS[tipo].data.parse(dados), anySignal([deadline(), giveUp]));
  await (deps.tracer ? deps.tracer.within(`job ${tipo}`, {}, work) : work());
}

/** An account that the marketplace does not take any more is shown to its seller. */
async function noteRefusal(
  { deps, onRefusedAccount }: WorkerOptions,
  { usuario_id: usuarioId, marketplace, conta_id: contaId }: TakenJob,
  { error, since }: { error: unknown; since: Date },
): Promise<void> {
  if (!(error instanceof AdapterError) || error.kind !== 'reconnect_required') return;
  await onRefusedAccount(deps.db, { usuarioId, marketplace, contaId }, { since, motivo: error.message });
}

/** `wait` returns after `ms` or as soon as `ring` is called; a `ring` before `wait` is not lost. */
function createWakeSignal() {
  let ring = (): void => undefined;
  const next = () =>
    new Promise<void>((resolve) => {
      ring = resolve;
    });
  let rung = next();
  return {
    ring: () => ring(),
    wait: async (ms: number) => {
      await endsWithin(ms, rung);
      rung = next();
    },
  };
}
