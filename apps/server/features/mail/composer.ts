import type { Deps } from '../../core/context';
import type { Email } from '../../core/mail';

/** What is kept of each kind of e-mail until it is worded. */
export interface EmailData {
  /** It was requested for this address, which may belong to no account. */
  redefinir_senha: { email: string };
  senha_alterada: { email: string; nome: string };
  confirmar_email: { usuario_id: string; email: string };
  /** Tells the old address of the new one. */
  email_alterado: { email: string; nome: string; novo: string };
  /** Of a seller, to an address that may belong to no account yet. */
  convite_equipe: { usuario_id: string; convite_id: string };
  /** To the seller; the person as they were called then. */
  saida_equipe: { usuario_id: string; nome: string; email: string };
  exclusao_marcada: { email: string; nome: string; exclusao_em: string };
  conta_apagada: { email: string; nome: string };
  duas_etapas_alterada: { email: string; nome: string; ligada: boolean };
  /** By an admin. */
  sessoes_encerradas: { email: string; nome: string; motivo: string };
  /** To the owner: who read how many orders' buyers within an hour. */
  leitura_incomum: { email: string; nome: string; quem: string; pedidos: number };
  /** `em`: when, as ISO instant; the network's address. */
  aparelho_novo: { email: string; nome: string; dispositivo: string; endereco: string; em: string };
}

export type EmailKind = keyof EmailData;

/** When and under which id an e-mail was asked for; both are the same at every try. */
export interface EmailOrigin {
  id: string;
  criadoEm: Date;
}

/** Writes an e-mail; null when there is no recipient. May run again and must give the same. */
type Compose<Kind extends EmailKind> = (
  deps: Deps,
  dados: EmailData[Kind],
  origin: EmailOrigin,
) => Promise<Email | null>;

export type Composers = { readonly [Kind in EmailKind]: Compose<Kind> };
