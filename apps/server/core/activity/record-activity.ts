import { activities } from '@esteira/db/schema/accounts/activities';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import type { Activity, ActivityResult } from '@esteira/domain/accounts/activity';
import { MINUTE_MS } from '@esteira/domain/durations';
import { sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { toNetwork } from '../limits/rate-limit';
import { describeDevice, toAddress } from '../security/device';

const WINDOW_MS = 15 * MINUTE_MS;

/** Where a request comes from, and the log that has a copy of what is recorded. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId?: string | undefined;
  log?: SecurityLog | undefined;
}

interface SecurityLog {
  info: (fields: object, text: string) => void;
  warn: (fields: object, text: string) => void;
}

/** Who did it: a person or an API key; null: somebody without an account. */
export interface Author {
  /** The shop. Absent: the one that the person belongs to. */
  usuarioId?: string | undefined;
  autorId: string | null;
  chave?: { id: string; nome: string } | undefined;
}

export interface Act {
  ato: Activity;
  resultado?: ActivityResult;
  alvo?: string | undefined;
  quantidade?: number | undefined;
  comBusca?: boolean;
}

type Ground = Pick<Deps, 'db' | 'clock' | 'countActivity'>;

/** Records an act and tells the log. Belongs into the transaction of the act where it has one. */
export async function recordActivity(deps: Ground, caller: Caller, act: Author & Act): Promise<void> {
  await insert(deps, caller, { ...act, janela: null });
}

/** The same for what is done already: when it cannot be written, the log alone has it. */
export async function noteActivity(deps: Ground, caller: Caller, act: Author & Act): Promise<void> {
  await insert(deps, caller, { ...act, janela: null }).catch(() => tellLost(caller, act));
}

/**
 * Records what was refused: the first of a quarter of an hour for who, what and network. However many follow, they write
 * nothing. A refusal stays one when it cannot be written.
 */
export async function noteOnce(
  deps: Ground & Pick<Deps, 'digest'>,
  caller: Caller,
  act: Author & Act,
): Promise<void> {
  const window = Math.floor(deps.clock().getTime() / WINDOW_MS);
  const who = act.chave?.id ?? act.autorId ?? act.alvo;
  const janela = deps.digest(`atividade:${act.ato}:${who}:${toNetwork(caller.ip)}:${window}`);
  await insert(deps, caller, { resultado: 'negado', ...act, janela }).catch(() => tellLost(caller, act));
}

async function insert(
  { db, clock, countActivity }: Ground,
  { ip, userAgent, requestId, log }: Caller,
  act: Author & Act & { janela: string | null },
): Promise<void> {
  const { usuarioId, autorId, chave, ato, resultado = 'ok', alvo = null, quantidade = null } = act;
  countActivity?.(ato, resultado);
  const shop = sql`coalesce((SELECT ${teamMembers.usuario_id} FROM ${teamMembers}
    WHERE ${teamMembers.pessoa_id} = ${autorId}::uuid AND ${teamMembers.saiu_em} IS NULL), ${autorId}::uuid)`;
  const [row] = await db
    .insert(activities)
    .values({
      usuario_id: usuarioId ?? shop,
      autor_id: autorId,
      chave_id: chave?.id ?? null,
      chave_nome: chave?.nome ?? null,
      ato,
      alvo,
      resultado,
      quantidade,
      com_busca: act.comBusca ?? false,
      ip: toAddress(ip),
      dispositivo: describeDevice(userAgent),
      requisicao: requestId ?? null,
      janela: act.janela,
      em: clock().toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: activities.id, usuario_id: activities.usuario_id });
  if (row === undefined) return;
  const who = { usuario_id: row.usuario_id, autor_id: autorId, chave_id: chave?.id ?? null };
  log?.info({ atividade: row.id, ato, resultado, alvo, quantidade, ip, ...who }, 'security');
}

function tellLost({ log, ip }: Caller, { ato, autorId, chave }: Author & Act): void {
  log?.warn({ ato, autor_id: autorId, chave_id: chave?.id ?? null, ip }, 'security: the row is lost');
}

/** The caller of a route that is no procedure. */
export function toCaller(request: {
  ip: string;
  id: string;
  log: SecurityLog;
  headers: { 'user-agent'?: string | undefined };
}): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    log: request.log,
  };
}
