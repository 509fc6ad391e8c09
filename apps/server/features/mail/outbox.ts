import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { emails } from '@esteira/db/schema/platform/emails';
import { HOUR_MS } from '@esteira/domain/durations';
import type { Deps } from '../../core/context';
import type { EmailData, EmailKind } from './composer';

/** As long as the address in it works. */
const USELESS_AFTER_MS: Record<EmailKind, number> = {
  redefinir_senha: HOUR_MS,
  confirmar_email: 24 * HOUR_MS,
  senha_alterada: 72 * HOUR_MS,
  email_alterado: 72 * HOUR_MS,
  convite_equipe: 7 * 24 * HOUR_MS,
  saida_equipe: 72 * HOUR_MS,
  exclusao_marcada: 72 * HOUR_MS,
  conta_apagada: 72 * HOUR_MS,
  duas_etapas_alterada: 72 * HOUR_MS,
  sessoes_encerradas: 72 * HOUR_MS,
  aparelho_novo: 72 * HOUR_MS,
  leitura_incomum: 72 * HOUR_MS,
};

interface NewEmail<Kind extends EmailKind> {
  /** Of the link that it holds, where that is there already. */
  id?: string;
  tipo: Kind;
  dados: EmailData[Kind];
}

/**
 * Writes down that an e-mail is to be sent, in the transaction of what it tells of. Where there is no way to send
 * e-mails, nothing is written.
 */
export async function enqueueEmail<Kind extends EmailKind>(
  db: Database,
  { clock, mail, tokenCipher }: Pick<Deps, 'clock' | 'mail' | 'tokenCipher'>,
  { id = newId(), tipo, dados }: NewEmail<Kind>,
): Promise<void> {
  if (mail === null) return;
  const now = clock();
  await db.insert(emails).values({
    id,
    tipo,
    conteudo: tokenCipher.seal(JSON.stringify(dados), toSealName(id)),
    criado_em: now.toISOString(),
    proxima_tentativa: now.toISOString(),
    desistir_em: new Date(now.getTime() + USELESS_AFTER_MS[tipo]).toISOString(),
  });
}

/** What the content of an e-mail is sealed for. */
export const toSealName = (id: string) => `emails:${id}:conteudo`;
