import './portuguese';
import { z } from 'zod';
import { conflict } from './record-edit';

/**
 * The body of every error: one Portuguese sentence, on 422 what is wrong with which field, and on the 409 of a form
 * the fields that somebody else changed meanwhile, with the values they have.
 */
export const problem = z.object({
  detail: z.string(),
  erros: z.array(z.object({ campo: z.string(), mensagem: z.string() })).optional(),
  conflitos: z.array(conflict).optional(),
});

export type Problem = z.output<typeof problem>;

/** What is wrong with one field; `campo` is its wire name, empty when the whole input is wrong. */
export interface FieldProblem {
  campo: string;
  mensagem: string;
}

/** What fields are called in every input that has them. A name that means different things stands in `FieldLabels` of each. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  id: 'Identificador',
  pedidos: 'Pedidos',
  marketplace: 'Marketplace',
  nome: 'Nome',
  nome_loja: 'Nome da loja',
  email: 'E-mail',
  senha: 'Senha',
  senha_atual: 'Senha atual',
  novo_token: 'Novo token',
  desafio: 'Entrada',
  codigo: 'Código',
  contato: 'Contato adicional',
  telefone: 'Telefone',
  dados_pagamento: 'Dados de pagamento',
  fornecedor_id: 'Fornecedor',
  produto_id: 'Produto',
  mes: 'Mês',
  este_mes: 'Este mês',
  descricao: 'Descrição',
  sku: 'SKU',
  skus: 'SKUs',
  posicoes: 'Posições',
  preco_fornecedor: 'Preço fornecedor',
  preco_venda_ml: 'Preço ML',
  preco_venda_amazon: 'Preço Amazon',
  estoque: 'Estoque',
  estoque_anterior: 'Estoque anterior',
  valor_anterior: 'Valor anterior',
  imagem_url: 'URL da imagem',
  ficha: 'Dados para os marketplaces',
  ean: 'EAN',
  motivo_sem_ean: 'Motivo de não ter código',
  marca: 'Marca',
  modelo: 'Modelo',
  condicao: 'Condição',
  tipo_anuncio: 'Tipo de anúncio',
  categoria_ml: 'Categoria do Mercado Livre',
  margem_seguranca: 'Estoque de segurança',
  plano: 'Plano',
  nome_cartao: 'Nome no cartão',
  numero_cartao: 'Número do cartão',
  validade: 'Validade',
  cvv: 'CVV',
  parcelas: 'Parcelas',
  bandeira: 'Bandeira',
  ultimos_digitos: 'Últimos dígitos',
  cpf: 'CPF',
  meio: 'Forma de pagamento',
  chave_idempotencia: 'Chave de idempotência',
  quantidade: 'Quantidade',
  lote_id: 'Lote',
  campo: 'Campo',
  campos: 'Campos',
  modo: 'Modo',
  valor: 'Valor',
  final: 'Final do preço',
  itens: 'Itens',
  mudancas: 'Alterações',
  antes: 'Valor anterior',
  depois: 'Valor novo',
  versao: 'Versão',
  nota_id: 'Nota',
  texto: 'Texto',
  busca: 'Busca',
  limite: 'Limite',
  cursor: 'Cursor',
  acao: 'Ação',
  ato: 'Tipo',
  autor: 'Pessoa ou chave',
  incluir_atencao: 'Incluir o que requer atenção',
  filtro: 'Filtro',
  status: 'Status',
  de: 'Data inicial',
  ate: 'Data final',
  atencao: 'Requer atenção',
  atrasados: 'Atrasados',
  etiqueta_nao_impressa: 'Etiqueta não impressa',
  motivo: 'Motivo',
  prazo: 'Prazo',
  data_expiracao: 'Fim do plano',
  por_pagina: 'Etiquetas por página',
  publicado: 'Publicado',
  estoque_baixo: 'Estoque baixo',
  sem_estoque: 'Sem estoque',
  sem_preco_amazon: 'Sem preço Amazon',
  com_prejuizo: 'Com prejuízo',
  margem_caiu: 'Margem caiu',
  ordem: 'Ordem',
  transportadora: 'Transportadora',
  codigo_rastreio: 'Código de rastreio',
  xml: 'NF-e',
  refresh_token: 'Refresh token',
  vendedor_id: 'ID do vendedor',
  escopos: 'Escopos',
  papel: 'Função',
  lastEventId: 'Último evento',
  situacao: 'Situação',
  momento: 'Momento',
  custo: 'Custo',
  fatura: 'Fatura',
  custos: 'Custos',
  peso_g: 'Peso',
  altura_cm: 'Altura',
  largura_cm: 'Largura',
  comprimento_cm: 'Comprimento',
  categoria_tarifa_ml: 'Categoria da tarifa do Mercado Livre',
  categoria_tarifa_amazon: 'Categoria da tarifa da Amazon',
  regime: 'Regime tributário',
  receita_12_meses: 'Receita dos últimos 12 meses',
  aliquota: 'Alíquota',
  anuncios: 'Anúncios',
  autorizacao: 'Autorização',
  conta_id: 'Conta',
  apagar: 'Apagar dados dos compradores',
  todos: 'Todos os vendedores',
  devolucoes: 'Devoluções',
  perda_devolucao: 'Perda por devolução',
  embalagem: 'Embalagem',
  outros: 'Outros custos',
  margem_minima: 'Margem mínima',
  reputacao_ml: 'Reputação',
  logistica_ml: 'Envio do Mercado Livre',
  logistica_amazon: 'Envio da Amazon',
  origem_amazon: 'Origem dos envios',
  entrega_propria: 'Custo da entrega própria',
  plano_individual_amazon: 'Plano Individual da Amazon',
  parcelamento_amazon: 'Parcelamento da Amazon',
  categoria_amazon: 'Categoria da Amazon',
};

/** What the fields of one input are called where their names alone do not say it, by path without indices (`a.b`). */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Turns a zod error into what a client is told: the first problem as one sentence, and the first problem of
 * every field. `labels` are the input's own.
 */
export function toProblem(
  error: Pick<z.core.$ZodError, 'issues'>,
  labels: FieldLabels = {},
): {
  detail: string;
  erros: FieldProblem[];
} {
  const byField = new Map<string, FieldProblem>();
  for (const { path, message } of error.issues) {
    const campo = path.map(String).join('.');
    if (!byField.has(campo)) byField.set(campo, { campo, mensagem: message });
  }
  const erros = [...byField.values()];
  const [first] = erros;
  return { detail: first === undefined ? 'Dados inválidos' : toSentence(first, labels), erros };
}

/** Lower-cases a sentence's first letter so that it can follow a colon; acronyms stay as they are. */
export function afterColon(sentence: string): string {
  return /^\p{Lu}\p{Ll}/u.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** What a field is called: by the labels of its input, else as everywhere, a nested one (`ficha.ean`) by its own name. */
export function findLabel(campo: string, labels: FieldLabels): string | null {
  const names = campo.split('.').filter((name) => !/^\d+$/.test(name));
  const last = names.at(-1) ?? '';
  const own = labels[names.join('.')];
  return own ?? (Object.hasOwn(FIELD_LABELS, last) ? (FIELD_LABELS[last] ?? null) : null);
}

function toSentence({ campo, mensagem }: FieldProblem, labels: FieldLabels): string {
  if (campo === '') return mensagem;
  const label = findLabel(campo, labels) ?? campo;
  return mensagem.startsWith(`${label} `) ? mensagem : `${label}: ${afterColon(mensagem)}`;
}
