import { describeUnusualReading } from '@esteira/domain/accounts/unusual-reading';
import type { Composers } from '../mail/composer';

/** Tells the owner that somebody read far more buyers within an hour than the shop ever does. */
export const writeUnusualReading: Composers['leitura_incomum'] = async (deps, dados) => ({
  para: dados.email,
  assunto: 'Leitura incomum de dados de compradores',
  paragrafos: [
    `Olá, ${dados.nome}.`,
    describeUnusualReading({ nome: dados.quem, pedidos: dados.pedidos }),
    'É mais de cinco vezes a hora mais movimentada da sua loja nos últimos 30 dias.',
    'Se você não esperava por isso, veja o que foi feito, retire essa pessoa da equipe ou revogue a chave, e troque a sua senha.',
  ],
  botao: { texto: 'Ver a atividade', url: `${deps.publicUrl()}/configuracoes/atividade` },
});
