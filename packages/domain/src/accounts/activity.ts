import { countText } from '../text/count-text';

/** How an act ended: done, not allowed, or given up because of what was typed. */
export const ACTIVITY_RESULTS = ['ok', 'negado', 'falhou'] as const;

export type ActivityResult = (typeof ACTIVITY_RESULTS)[number];

/** What people and API keys do that concerns a shop's security: the code of each kind, and how it reads. */
export const ACTIVITY_TEXTS = {
  entrada: 'Entrou',
  senha_incorreta: 'Entrada recusada: senha incorreta',
  codigo_incorreto: 'Entrada recusada: código incorreto',
  limite_atingido: 'Entrada recusada: tentativas demais',
  saida: 'Saiu',
  sessao_encerrada: 'Encerrou uma sessão',
  sessoes_encerradas: 'Encerrou as outras sessões',
  senha_trocada: 'Trocou a senha',
  email_pedido: 'Pediu para trocar o e-mail',
  email_trocado: 'Trocou o e-mail',
  duas_etapas_ligada: 'Ligou a verificação em duas etapas',
  duas_etapas_desligada: 'Desligou a verificação em duas etapas',
  codigos_renovados: 'Gerou códigos de recuperação novos',
  acesso_negado: 'Acesso negado',
  convite_enviado: 'Convidou uma pessoa',
  convite_retirado: 'Retirou um convite',
  equipe_entrada: 'Entrou na equipe',
  equipe_saida: 'Saiu da equipe',
  papel_alterado: 'Alterou a função de uma pessoa',
  pessoa_removida: 'Removeu uma pessoa da equipe',
  chave_criada: 'Criou uma chave de API',
  chave_revogada: 'Revogou uma chave de API',
  conta_conectada: 'Conectou uma conta de marketplace',
  conta_desconectada: 'Desconectou uma conta de marketplace',
  exportacao: 'Exportou dados',
  dados_baixados: 'Baixou os dados da conta',
  etiquetas: 'Baixou etiquetas',
  lista_baixada: 'Baixou uma lista de compra',
  pagina_criada: 'Criou uma página para fornecedor',
  pagina_encerrada: 'Encerrou as páginas de um fornecedor',
  pagina_aberta: 'Uma página de fornecedor foi aberta',
  exclusao_pedida: 'Pediu a exclusão da conta',
  exclusao_cancelada: 'Cancelou a exclusão da conta',
} as const;

export type Activity = keyof typeof ACTIVITY_TEXTS;

export const ACTIVITIES = Object.keys(ACTIVITY_TEXTS) as [Activity, ...Activity[]];

/** What people see of themselves under 'Conta'. */
export const SIGN_INS = [
  'entrada',
  'senha_incorreta',
  'codigo_incorreto',
  'limite_atingido',
  'saida',
] as const satisfies readonly Activity[];

/** What an export holds, by the name in its address. */
const EXPORTED: Readonly<Record<string, string>> = {
  pedidos: 'pedidos',
  produtos: 'produtos',
  pagamentos: 'pagamentos',
  periodo: 'os pedidos de um período',
  fechamento: 'os pedidos de um mês',
  atividade: 'a atividade',
  'atividade-geral': 'a atividade de todas as lojas',
};

interface DescribedActivity {
  ato: Activity;
  alvo: string | null;
  quantidade: number | null;
  com_busca: boolean;
}

/** 'Exportou pedidos (1.204 linhas, com busca)', 'Baixou etiquetas (12 pedidos)': an act as people read it. */
export function describeActivity({ ato, alvo, quantidade, com_busca }: DescribedActivity): string {
  const exported = ato === 'exportacao' ? EXPORTED[alvo ?? ''] : undefined;
  const [one, many] = ato === 'exportacao' ? ['linha', 'linhas'] : ['pedido', 'pedidos'];
  const more = [
    ...(quantidade === null ? [] : [countText(quantidade, one, many)]),
    ...(com_busca ? ['com busca'] : []),
  ];
  const text = exported === undefined ? ACTIVITY_TEXTS[ato] : `Exportou ${exported}`;
  return more.length === 0 ? text : `${text} (${more.join(', ')})`;
}
