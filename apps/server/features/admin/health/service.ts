import { total } from '@esteira/db/expressions';
import { serviceCalls } from '@esteira/db/schema/platform/service-calls';
import { HOUR_MS } from '@esteira/domain/durations';
import { OUTSIDE_SERVICES, type OutsideService } from '@esteira/domain/outside-services';
import type { PlatformHealth, ServiceHealth } from '@esteira/validators/administration/admin-health';
import { and, desc, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { readWaitingEmails } from '../../mail/waiting';

/** How what this platform depends on stands: the calls of all servers, to the last ten seconds, and the e-mails. */
export async function readHealth(deps: Deps): Promise<PlatformHealth> {
  const [figures, failures, waiting] = await Promise.all([
    readFigures(deps),
    readLastFailures(deps),
    readWaitingEmails(deps),
  ]);
  return {
    servicos: OUTSIDE_SERVICES.map((servico) => ({
      servico,
      modo: toMode(deps, servico),
      ...(figures.get(servico) ?? NO_CALLS),
      ultima_falha: failures.get(servico) ?? null,
    })),
    emails: {
      modo: deps.mail?.modo ?? null,
      na_fila: waiting.total,
      atrasados: waiting.late,
      mais_antigo_em: waiting.oldestAt,
      sem_criptografia: deps.mail?.lacksTls?.() ?? false,
    },
  };
}

function toMode({ marketplaces, payments }: Deps, service: OutsideService): ServiceHealth['modo'] {
  if (service !== 'mercadopago') return marketplaces[service].modo;
  return payments.modo === 'simulado' ? 'simulado' : 'real';
}

type Figures = Pick<ServiceHealth, 'ultima_hora' | 'ultimo_dia'>;

const NONE = { chamadas: 0, falhas: 0, limitadas: 0, mais_lenta_ms: null };
const NO_CALLS: Figures = { ultima_hora: NONE, ultimo_dia: NONE };

async function readFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Map<OutsideService, Figures>> {
  const lastHour = gt(serviceCalls.minuto, before(clock(), HOUR_MS));
  const rows = await db
    .select({
      servico: serviceCalls.servico,
      ultima_hora: sums(lastHour),
      ultimo_dia: sums(sql`true`),
    })
    .from(serviceCalls)
    .where(gt(serviceCalls.minuto, before(clock(), 24 * HOUR_MS)))
    .groupBy(serviceCalls.servico);
  return new Map(rows.map(({ servico, ...figures }) => [servico, figures]));
}

function sums(where: SQL) {
  return {
    chamadas: total(serviceCalls.chamadas, where),
    falhas: total(serviceCalls.falhas, where),
    limitadas: total(serviceCalls.limitadas, where),
    mais_lenta_ms: sql<number | null>`max(${serviceCalls.mais_lenta_ms}) FILTER (WHERE ${where})`,
  };
}

type LastFailure = NonNullable<ServiceHealth['ultima_falha']>;

async function readLastFailures({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<Map<OutsideService, LastFailure>> {
  const rows = await db
    .selectDistinctOn([serviceCalls.servico], {
      servico: serviceCalls.servico,
      em: serviceCalls.falha_em,
      motivo: serviceCalls.falha_motivo,
      operacao: serviceCalls.falha_operacao,
    })
    .from(serviceCalls)
    .where(and(gt(serviceCalls.minuto, before(clock(), 24 * HOUR_MS)), isNotNull(serviceCalls.falha_em)))
    .orderBy(serviceCalls.servico, desc(serviceCalls.falha_em));
  return new Map(
    rows.flatMap(({ servico, em, motivo, operacao }) =>
      em === null || motivo === null || operacao === null ? [] : [[servico, { em, motivo, operacao }]],
    ),
  );
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
