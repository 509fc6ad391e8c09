import type { REPUTATIONS, TAX_REGIMES } from './cost-settings';
import type { CostCode, MissingCode } from './costs/cost-term';
import type { Confidence, Logistics, Origin } from './rules/fee-rule';

/** What the screens call each cost of a sale. */
export const COST_LABELS: Readonly<Record<CostCode, string>> = {
  tarifa_venda: 'Tarifa de venda',
  tarifa_fixa: 'Tarifa fixa',
  frete_vendedor: 'Frete',
  parcelamento: 'Parcelamento sem juros',
  imposto: 'Imposto',
  ads: 'Anúncios',
  embalagem: 'Embalagem',
  outros: 'Outros custos',
  fornecedor: 'Custo do fornecedor',
};

/** What is asked for where a cost cannot be told. */
export const MISSING_TEXTS: Readonly<Record<MissingCode, string>> = {
  categoria: 'Informe a categoria para calcular a tarifa',
  tipo_anuncio: 'Informe o tipo de anúncio para calcular a tarifa',
  logistica: 'Informe a forma de envio para calcular o frete',
  reputacao: 'Informe sua reputação para calcular o frete',
  origem: 'Informe de onde saem os envios para calcular o frete',
  peso: 'Informe o peso para calcular o frete',
  entrega_propria: 'Informe quanto custa a sua entrega para calcular o frete',
  regime: 'Informe o regime tributário para calcular o imposto',
  receita_12_meses: 'Informe a receita dos últimos 12 meses para calcular o imposto',
  aliquota: 'Informe a alíquota para calcular o imposto',
  preco_fornecedor: 'Informe o preço do fornecedor',
  sem_regra_tarifa: 'Não conhecemos a tarifa desta categoria e tipo de anúncio',
  sem_regra_tarifa_fixa: 'Não conhecemos a tarifa fixa deste preço',
  sem_regra_frete: 'Não conhecemos o frete deste peso e preço',
  sem_regra_imposto: 'Não conhecemos o imposto desta receita',
};

/** The same in as few words as fit on a card, within a sentence. */
export const MISSING_BRIEFLY: Readonly<Record<MissingCode, string>> = {
  categoria: 'falta a categoria',
  tipo_anuncio: 'falta o tipo de anúncio',
  logistica: 'falta a forma de envio',
  reputacao: 'falta sua reputação',
  origem: 'falta de onde saem os envios',
  peso: 'falta o peso',
  entrega_propria: 'falta o custo da sua entrega',
  regime: 'falta o regime tributário',
  receita_12_meses: 'falta a receita de 12 meses',
  aliquota: 'falta a alíquota',
  preco_fornecedor: 'falta o preço do fornecedor',
  sem_regra_tarifa: 'tarifa desconhecida',
  sem_regra_tarifa_fixa: 'tarifa fixa desconhecida',
  sem_regra_frete: 'frete desconhecido',
  sem_regra_imposto: 'imposto desconhecido',
};

export const TAX_REGIME_LABELS: Readonly<Record<(typeof TAX_REGIMES)[number], string>> = {
  mei: 'MEI',
  simples: 'Simples Nacional, Anexo I',
  outro: 'Outro (percentual sobre a venda)',
};

export const REPUTATION_LABELS: Readonly<Record<(typeof REPUTATIONS)[number], string>> = {
  green: 'Verde, MercadoLíder ou ainda sem reputação',
  yellow: 'Amarela',
  orange_red: 'Laranja ou vermelha',
};

export const LOGISTICS_LABELS: Readonly<Record<Logistics, string>> = {
  fulfillment: 'Full',
  cross_docking: 'Coleta',
  xd_drop_off: 'Places (ponto de entrega)',
  drop_off: 'Correios ou agência',
  self_service: 'Flex',
  me1: 'Mercado Envios 1',
  custom: 'Envio próprio',
  not_specified: 'A combinar com o comprador',
  dba: 'DBA (Delivery by Amazon)',
  fba: 'FBA (Logística da Amazon)',
  own: 'Envio próprio',
};

export const ORIGIN_LABELS: Readonly<Record<Origin, string>> = {
  sp_capital: 'São Paulo (capital)',
  other_capitals_south_southeast: 'Outras capitais do Sul e Sudeste',
  interior_south_southeast: 'Interior do Sul e Sudeste',
  centre_west_north_northeast: 'Centro-Oeste, Norte e Nordeste',
};

export const CONFIDENCE_LABELS: Readonly<Record<Confidence, string>> = {
  confirmed: 'texto oficial',
  secondary_strong: 'duas ou mais fontes concordam',
  secondary: 'uma fonte confiável',
  derived: 'calculada pela regra das tabelas vizinhas',
  unconfirmed: 'não confirmada, fora das contas',
};

/** What is said once in 'Configurações → Custos'; the other missing codes ask for something of the product. */
export const ASKED_IN_SETTINGS: ReadonlySet<MissingCode> = new Set([
  'logistica',
  'reputacao',
  'origem',
  'entrega_propria',
  'regime',
  'receita_12_meses',
  'aliquota',
]);
