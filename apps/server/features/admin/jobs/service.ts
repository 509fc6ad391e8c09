import type { Database } from '@esteira/db/database';
import { isoInstant } from '@esteira/db/schema/columns';
import type { AdminJob, AdminJobCounts } from '@esteira/validators/administration/admin';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { JOB_KINDS } from '../../../core/job-kinds';
import { invalidCursor } from '../../../core/paging';
import {
  countOpenJobs,
  listOpenJobs,
  type OpenJob,
  type OpenJobPlace,
  restartJob,
} from '../../../jobs/statements/open-jobs';
import { type Admin, recordAct } from '../admin-acts';

/** The background jobs that are not done: first the dead, then those that fail, then the rest. */
export async function listJobs(db: Database, { cursor, limite }: PageInput): Promise<Page<AdminJob>> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await listOpenJobs(db, { after, limit: limite + 1 });
  const itens = rows.slice(0, limite);
  const last = itens.at(-1);
  return {
    itens: itens.map(toJob),
    proximo_cursor: rows.length > limite && last !== undefined ? toCursor(last) : null,
  };
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

const toCursor = ({ rank, age, id }: OpenJobPlace) => [rank, age, id].join('.');

function parseCursor(cursor: string): OpenJobPlace {
  const [, rank, age, id] = /^([0-3])\.(-\d{1,18})\.(.{36})$/.exec(cursor) ?? [];
  if (rank === undefined || age === undefined || id === undefined || !isEntityId(id)) {
    throw invalidCursor();
  }
  return { rank: Number(rank), age, id };
}

function toJob({ kind, rank: _rank, age: _age, proxima_tentativa, ...job }: OpenJob): AdminJob {
  return {
    ...job,
    tarefa: JOB_KINDS[kind]?.label ?? kind,
    proxima_tentativa: proxima_tentativa === null ? null : isoInstant(proxima_tentativa),
  };
}
