import type { Database } from '@esteira/db/database';
import type { AdminJob, AdminJobCounts, RepeatedJobs } from '@esteira/validators/administration/admin';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { JOB_KINDS, type JobKind } from '../../../core/job-kinds';
import { invalidCursor, toPage } from '../../../core/paging';
import {
  countOpenJobs,
  listOpenJobs,
  type OpenJob,
  type OpenJobPlace,
  restartFailed,
  restartJob,
} from '../../../jobs/open-jobs';
import { type Admin, recordAct } from '../admin-acts';

/** The background jobs that are not done: first the dead, then those that fail, then the rest. */
export async function listJobs(db: Database, { cursor, limite }: PageInput): Promise<Page<AdminJob>> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await listOpenJobs(db, { after, limit: limite + 1 });
  const { itens, proximo_cursor } = toPage(rows, limite, ({ rank, id }) => `${rank}.${id}`);
  return { itens: itens.map(toJob), proximo_cursor };
}

export function countJobs(db: Database): Promise<AdminJobCounts> {
  return countOpenJobs(db);
}

/** Puts a job that failed, or that waits for its next try, back into line at once, with all its tries. */
export async function retryJob(db: Database, admin: Admin, id: string): Promise<AdminJob> {
  return db.transaction(async (tx) => {
    const { job, isRestarted } = isEntityId(id)
      ? await restartJob(tx, id)
      : { job: null, isRestarted: false };
    if (job === null) throw new AppError('not_found', 'Tarefa não encontrada');
    if (!isRestarted) throw new AppError('conflict', 'A tarefa já está na fila');
    const restarted = toJob(job);
    await recordAct(tx, admin, { ato: 'tarefa_repetida', alvo_id: null, detalhe: restarted.tarefa });
    return restarted;
  });
}

/** So many jobs are put back into line well within the time that a statement may take. */
const MOST_AT_ONCE = 10_000;

/** Puts the jobs that failed back into line at once, with all their tries. */
export async function retryFailedJobs(db: Database, admin: Admin): Promise<RepeatedJobs> {
  return db.transaction(async (tx) => {
    const counts = await restartFailed(tx, MOST_AT_ONCE);
    for (const [kind, total] of counts) {
      await recordAct(tx, admin, {
        ato: 'tarefa_repetida',
        alvo_id: null,
        detalhe: `${toLabel(kind)} (${total})`,
      });
    }
    return { repetidas: [...counts.values()].reduce((sum, total) => sum + total, 0) };
  });
}

function parseCursor(cursor: string): OpenJobPlace {
  const [, rank, id] = /^([0-3])\.(.{36})$/.exec(cursor) ?? [];
  if (rank === undefined || id === undefined || !isEntityId(id)) throw invalidCursor();
  return { rank: Number(rank), id };
}

function toJob({ kind, rank: _rank, ...job }: OpenJob): AdminJob {
  return { ...job, tarefa: toLabel(kind) };
}

const toLabel = (kind: string) => JOB_KINDS[kind as JobKind]?.label ?? kind;
