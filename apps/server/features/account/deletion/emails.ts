import { formatMoment } from '@esteira/domain/calendar';
import type { Composers } from '../../mail/composer';

/** Tells that the account will be deleted, and how to keep it. */
export const writeDeletionAsked: Composers['exclusao_marcada'] = async (
  deps,
  { email, nome, exclusao_em },
) => ({
  para: email,
  assunto: 'Sua conta na Esteira será excluída',
  paragrafos: [
    `Olá, ${nome}.`,
    `A exclusão da sua conta foi marcada para ${formatMoment(exclusao_em)} (horário de Brasília). Até lá tudo continua funcionando; a renovação automática do plano já foi desligada.`,
    'Mudou de ideia, ou não foi você? Entre na sua conta e escolha "Cancelar exclusão". Depois dessa data não há como voltar atrás.',
  ],
  botao: { texto: 'Entrar na conta', url: `${deps.publicUrl()}/configuracoes/conta` },
});

/** The last e-mail: the account is gone. */
export const writeAccountErased: Composers['conta_apagada'] = async (_deps, { email, nome }) => ({
  para: email,
  assunto: 'Sua conta na Esteira foi excluída',
  paragrafos: [
    `Olá, ${nome}.`,
    'Sua conta foi excluída e seus dados estão sendo apagados. Guardamos apenas o que a lei exige dos pagamentos: valor, datas, plano e a referência no Mercado Pago.',
    'Este endereço está livre: se quiser voltar, é só criar uma conta nova.',
  ],
});
