/** What the operator does on the command line after an incident. */
export const COMMAND_ACTS = ['comando_sessoes', 'comando_chaves', 'comando_contas'] as const;

/** What admins do to others, and what the operator does, as it is recorded. */
export const ADMIN_ACTS = [
  ...COMMAND_ACTS,
  'usuario_desativado',
  'usuario_ativado',
  'usuario_promovido',
  'pagamento_estornado',
  'tarefa_repetida',
  'duas_etapas_desligada',
  'link_senha_criado',
  'plano_estendido',
  'regra_incluida',
  'regra_retirada',
  'sessoes_encerradas',
  'compradores_apagados',
] as const;

export type AdminAct = (typeof ADMIN_ACTS)[number];

export const ADMIN_ACT_LABELS = {
  comando_sessoes: 'Encerrou sessões',
  comando_chaves: 'Revogou chaves de API',
  comando_contas: 'Desconectou contas de marketplaces',
  usuario_desativado: 'Desativou o usuário',
  usuario_ativado: 'Ativou o usuário',
  usuario_promovido: 'Tornou administrador',
  pagamento_estornado: 'Estornou um pagamento',
  tarefa_repetida: 'Repetiu tarefas',
  duas_etapas_desligada: 'Desligou a verificação em duas etapas',
  link_senha_criado: 'Criou um link para senha nova',
  plano_estendido: 'Estendeu o plano',
  regra_incluida: 'Incluiu uma regra de tarifa',
  regra_retirada: 'Retirou uma regra de tarifa que ainda não valia',
  sessoes_encerradas: 'Encerrou sessões',
  compradores_apagados: 'Apagou dados de compradores da Amazon',
} as const satisfies Record<AdminAct, string>;
