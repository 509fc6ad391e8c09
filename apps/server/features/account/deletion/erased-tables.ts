/** What a deleted account takes along, what refers to something before what it refers to. */
export const ERASED_TABLES = [
  'tarefas',
  'etiquetas',
  'notas_fiscais',
  'notas_pedido',
  'eventos_pedido',
  'custos_pedido',
  'estimativas_pedido',
  'movimentos_estoque',
  // Before the orders, because deleting one of these marks its order.
  'atencoes_pedido',
  'envios_pedido',
  'pedidos',
  // After the orders, because deleting these is added to the sums.
  'resumo_diario',
  'resumo_diario_produtos',
  'resumo_diario_custos',
  'vendas_produtos',
  'itens_alteracao',
  'produtos_importados',
  'lotes_alteracao',
  'lotes_importacao',
  'fichas_anuncio',
  'pausas_anuncio',
  'divergencias',
  'envios_estoque',
  'anuncios',
  'produtos',
  'listas_compra',
  'fornecedores',
  'chaves_api',
  'links_conta',
  'duas_etapas',
  'conexoes',
  'autorizacoes',
  'sessoes',
  'avisos_lidos',
  'exemplos',
  'custos_vendedor',
  'tarifas_consultadas',
  'renovacoes',
  'convites_equipe',
  // Last, because histories may name only whom this table holds.
  'equipe',
] as const;

/** Tables that name a seller and outlive the account, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  usuarios: 'one row without name, address and password, which payments and audit refer to',
  pagamentos: 'amount, dates, plan and reference, as the law wants them kept; nothing of the card',
  auditoria: 'what admins did stays',
  regras_tarifa: 'rules of fees that the admin added go on for everybody',
};
