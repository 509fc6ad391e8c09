import { formatDate, formatTime } from '@esteira/domain/calendar';
import type { Composers } from '../../mail/composer';

/** Tells of a sign-in from a browser that was not seen before. */
export const writeNewDevice: Composers['aparelho_novo'] = async (deps, dados) => ({
  para: dados.email,
  assunto: 'Entrada de um aparelho novo na sua conta',
  paragrafos: [
    `Olá, ${dados.nome}.`,
    'Alguém entrou na sua conta da Esteira por um aparelho que ainda não conhecíamos.',
    `Aparelho: ${dados.dispositivo}. Quando: ${formatDate(dados.em)}, ${formatTime(dados.em)}, horário de Brasília. Rede: ${dados.endereco}.`,
    'Se foi você, não precisa fazer nada. Se não foi, crie uma senha nova: todas as sessões são encerradas.',
  ],
  botao: { texto: 'Não fui eu', url: `${deps.publicUrl()}/esqueci-senha` },
});
