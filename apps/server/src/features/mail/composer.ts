import type { Deps } from '../../core/context';
import type { Letter } from '../../core/mail';

/** What is kept of each kind of letter until it is worded. */
export interface LetterData {
  /** Somebody asked for it by this address, which may belong to nobody. */
  redefinir_senha: { email: string };
  senha_alterada: { email: string; nome: string };
  confirmar_email: { usuario_id: string; email: string };
  /** Tells the old address of the new one. */
  email_alterado: { email: string; nome: string; novo: string };
  /** Of a seller, to an address that may belong to nobody yet. */
  convite_equipe: { usuario_id: string; convite_id: string };
  /** To the seller; the person as they were called then. */
  saida_equipe: { usuario_id: string; nome: string; email: string };
  exclusao_marcada: { email: string; nome: string; exclusao_em: string };
  conta_apagada: { email: string; nome: string };
  duas_etapas_alterada: { email: string; nome: string; ligada: boolean };
}

export type LetterKind = keyof LetterData;

/** When and under which id a letter was asked for; both are the same at every try. */
export interface LetterOrigin {
  id: string;
  criadoEm: Date;
}

/** Words a letter; null when there is nobody to send it to. May run again and must come to the same. */
type Compose<Kind extends LetterKind> = (
  deps: Deps,
  dados: LetterData[Kind],
  origin: LetterOrigin,
) => Promise<Letter | null>;

export type Composers = { readonly [Kind in LetterKind]: Compose<Kind> };
