import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@esteira/domain/durations';
import { INCIDENT_REVIEWED_ON } from '@esteira/domain/incident-review';
import { formatRuleDay as formatDay } from '@esteira/domain/profit/rule-text';
import { countText } from '@esteira/domain/text/count-text';
import type { SecurityItem } from '@esteira/validators/administration/admin-security';
import { z } from 'zod';
import type { Deps } from '../../../core/context';
import { doClocksDiffer, readOverdueBuyers } from '../../orders/buyers/due-buyers';

/** As docs/security.md asks for. */
const AUDIT_DAYS = 30;

/** Six months. */
const REVIEW_DAYS = 183;

const auditResult = z.object({ day: z.iso.date(), grave: z.int().min(0) });

/** What `npm run audit` found last on this machine, and when. */
export async function lastAudit({ installation, clock }: Deps): Promise<SecurityItem> {
  const item = { codigo: 'componentes', titulo: 'Falhas conhecidas em componentes', caminho: null };
  const found = await readAudit(installation.dataDir);
  if (found === null)
    return { ...item, estado: 'atencao', texto: 'Ainda não verificadas aqui. Execute npm run audit.' };
  const { day, grave } = found;
  if (grave > 0) {
    const many = countText(grave, 'falha grave', 'falhas graves');
    return { ...item, estado: 'urgente', texto: `${many} em ${formatDay(day)}. Atualize a Esteira.` };
  }
  return daysSince(day, clock()) > AUDIT_DAYS
    ? {
        ...item,
        estado: 'atencao',
        texto: `Verificadas em ${formatDay(day)}, há mais de ${AUDIT_DAYS} dias. Execute npm run audit.`,
      }
    : { ...item, estado: 'em_ordem', texto: `Nenhuma grave em ${formatDay(day)}.` };
}

async function readAudit(dataDir: string | null): Promise<z.output<typeof auditResult> | null> {
  if (dataDir === null) return null;
  try {
    return auditResult.parse(JSON.parse(await readFile(join(dataDir, 'audit.json'), 'utf8')));
  } catch {
    // Never written, or cut off: nothing is known.
    return null;
  }
}

/** Whether buyers whose time is over are gone, and whether this server's clock can be trusted with erasing them. */
export async function erasedBuyers(deps: Deps): Promise<SecurityItem> {
  const item = { codigo: 'compradores', titulo: 'Dados de compradores', caminho: null };
  if (await doClocksDiffer(deps)) {
    const texto =
      'O relógio do servidor difere do banco ou dos pedidos: nada é apagado até ele ser acertado.';
    return { ...item, estado: 'atencao', texto };
  }
  const { total, oldestAt } = await readOverdueBuyers(deps);
  if (oldestAt === null) return { ...item, estado: 'em_ordem', texto: 'Nenhum passou do prazo.' };
  const days = Math.floor(daysSince(oldestAt, deps.clock()));
  const texto = `Compradores a apagar: ${total} (mais antigo há ${countText(days, 'dia', 'dias')}).`;
  return { ...item, estado: 'atencao', texto };
}

/** Whether the plan for incidents was looked at within half a year. */
export function incidentReview({ clock }: Deps): SecurityItem {
  const on = formatDay(INCIDENT_REVIEWED_ON);
  const isLate = daysSince(INCIDENT_REVIEWED_ON, clock()) > REVIEW_DAYS;
  return {
    codigo: 'incidentes',
    titulo: 'Plano para incidentes',
    estado: isLate ? 'atencao' : 'em_ordem',
    texto: isLate
      ? `Revisto em ${on}, há mais de seis meses. Atualize a Esteira e releia docs/incident.md.`
      : `Revisto em ${on}.`,
    caminho: null,
  };
}

const daysSince = (day: string, now: Date) => (now.getTime() - Date.parse(day)) / DAY_MS;
