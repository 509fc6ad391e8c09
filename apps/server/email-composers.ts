import { writeAccountErased, writeDeletionAsked } from './features/account/deletion/emails';
import {
  writeConfirmEmail,
  writeEmailChanged,
  writeSessionsEnded,
  writeTwoStepChanged,
} from './features/account/emails';
import { writeUnusualReading } from './features/activity/emails';
import { writeNewDevice } from './features/auth/devices/emails';
import { writePasswordChanged, writeReset } from './features/auth/reset/emails';
import type { Composers } from './features/mail/composer';
import { writeInvitation, writePersonLeft } from './features/team/emails';

/** Who words which kind of e-mail. */
export const COMPOSERS: Composers = {
  redefinir_senha: writeReset,
  senha_alterada: writePasswordChanged,
  confirmar_email: writeConfirmEmail,
  email_alterado: writeEmailChanged,
  convite_equipe: writeInvitation,
  saida_equipe: writePersonLeft,
  exclusao_marcada: writeDeletionAsked,
  conta_apagada: writeAccountErased,
  duas_etapas_alterada: writeTwoStepChanged,
  sessoes_encerradas: writeSessionsEnded,
  aparelho_novo: writeNewDevice,
  leitura_incomum: writeUnusualReading,
};
