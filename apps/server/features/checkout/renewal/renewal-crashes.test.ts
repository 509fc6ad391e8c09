import { renewals } from '@esteira/db/schema/billing/renewals';
import { addMonths } from '@esteira/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '../../../core/context';
import { unique } from '../../../testing/makers';
import { crashAfter, killAtEveryStep, SimulatedCrash } from '../testing/crash-points';
import {
  makeSubmission,
  makeSubscriber,
  openRealPayments,
  type RealPayments,
  readLedger,
  readUser,
} from '../testing/real-payments';
import { readAnnouncedRenewals, readRenewals } from './relay';
import { turnOffRenewal, turnOnRenewal } from './service';

let bench: RealPayments;
beforeAll(async () => {
  bench = await openRealPayments({ publicUrl: () => 'https://esteira.exemplo' });
});
afterAll(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.close();
});

interface Run {
  id: string;
  key: string;
  /** The paid time ends in ten days; a renewal charges a day before. */
  paidUntil: Date;
}

async function begin(): Promise<Run> {
  return { ...(await makeSubscriber(bench)), key: unique('chave') };
}

const turnOn = async (deps: Deps, { id, key }: Run) =>
  turnOnRenewal(deps, await readUser(bench, id), makeSubmission('basico', 'APRO', key));

async function turnOnUntilCharged(run: Run): Promise<void> {
  await turnOn(bench.server.deps, run);
  bench.pass(9 * DAY_MS + MINUTE_MS);
}

interface Work {
  /** Before the process that is killed. */
  prepare?: (run: Run) => Promise<unknown>;
  /** What it is killed in. */
  work: (deps: Deps, run: Run) => Promise<unknown>;
  /** How many charges are made in all. */
  charges: number;
}

const WORKS: Record<string, Work> = {
  'turning it on': { work: turnOn, charges: 0 },
  'reading its charge': { prepare: turnOnUntilCharged, work: (deps) => readRenewals(deps), charges: 1 },
  'turning it off': {
    prepare: (run) => turnOn(bench.server.deps, run),
    work: (deps, { id }) => turnOffRenewal(deps, id),
    charges: 0,
  },
  'turning it off once it has charged': {
    prepare: async (run) => {
      await turnOnUntilCharged(run);
      // Mercado Pago charges when it is looked at.
      for (const { id_externo } of await listRenewals(run))
        await bench.server.deps.payments.renewals.read({ usuarioId: run.id }, id_externo ?? '');
    },
    work: (deps, { id }) => turnOffRenewal(deps, id),
    charges: 1,
  },
};

const listRenewals = ({ id }: Run) =>
  bench.server.db.select().from(renewals).where(eq(renewals.usuario_id, id));

/** One subscription at most goes on there, exactly where it is on here; each charge is a payment and buys a month. */
async function findContradictions(run: Run, charges: number): Promise<string[]> {
  const found: string[] = [];
  const rows = await listRenewals(run);
  const made = rows.flatMap(({ id }) => bench.fake.renewalsOf(id));
  const on = rows.filter(({ situacao }) => situacao === 'ligada').length;
  const left = rows.filter(({ situacao }) => !['ligada', 'encerrada'].includes(situacao));
  const live = made.filter(({ status }) => status === 'authorized').length;
  if (live !== on || live > 1) found.push(`${on} on here, ${live} there`);
  if (left.length > 0) found.push(`left: ${left.map(({ situacao }) => situacao).join()}`);
  const ledger = await readLedger(bench, run.id);
  const charged = made.flatMap((each) => each.charges).sort();
  const stored = ledger
    .filter(({ status }) => status === 'aprovado')
    .map(({ id_externo }) => id_externo ?? '');
  if (stored.sort().join() !== charged.join() || ledger.length !== charged.length)
    found.push('other charges');
  if (charged.length > charges) found.push(`charged ${charged.length} times`);
  const { data_expiracao } = await readUser(bench, run.id);
  const expected = addMonths(run.paidUntil, charged.length).toISOString();
  if (data_expiracao !== expected) found.push(`paid until ${data_expiracao}, not ${expected}`);
  return found;
}

/** The days of the next run charge nothing of this one. */
async function forget(run: Run): Promise<void> {
  for (const row of await listRenewals(run))
    for (const { id } of bench.fake.renewalsOf(row.id)) bench.fake.cancelRenewal(id);
  const ended = { situacao: 'encerrada', avisado_em: null } as const;
  await bench.server.db.update(renewals).set(ended).where(eq(renewals.usuario_id, run.id));
}

/** Runs the work of a process that is killed after so many steps, and then everything else. True when it was killed. */
async function runCut({ prepare, work, charges }: Work, steps: number): Promise<boolean> {
  const run = await begin();
  await prepare?.(run);
  const { deps, isOver } = crashAfter(bench.server.deps, steps);
  await work(deps, run).catch((error: unknown) => {
    if (!(error instanceof SimulatedCrash)) throw error;
  });
  // The leases of the dead run out, what has ended is read once more, and what goes on is read once a day.
  for (const minutes of [5, 61, 24 * 60]) {
    bench.pass(minutes * MINUTE_MS);
    await readRenewals(bench.server.deps);
    await readAnnouncedRenewals(bench.server.deps);
  }
  expect(await findContradictions(run, charges), `killed after ${steps} steps`).toEqual([]);
  await forget(run);
  return isOver();
}

it.each(Object.entries(WORKS))(
  'a process killed between any two steps of %s leaves no renewal that charges unseen, and loses or doubles no charge',
  (_, work) => killAtEveryStep((steps) => runCut(work, steps)),
  300_000,
);

it('a charge that is shown only minutes after the date of the next one is looked for again, and buys its month', async () => {
  const run = await begin();
  await turnOnUntilCharged(run);
  const failure = { status: 200, body: { results: [] } };
  bench.fake.fail({ method: 'GET', path: /authorized_payments\/search$/, failure });
  await readRenewals(bench.server.deps);
  expect(await readLedger(bench, run.id)).toEqual([]);
  bench.pass(5 * MINUTE_MS);
  await readRenewals(bench.server.deps);
  expect(await readLedger(bench, run.id)).toMatchObject([{ status: 'aprovado' }]);
  expect(await findContradictions(run, 1)).toEqual([]);
  await forget(run);
});
