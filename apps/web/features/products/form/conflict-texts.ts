import { formatMoney } from '@esteira/domain/money';
import {
  LISTING_CONDITION_LABELS,
  LISTING_TYPE_LABELS,
  NO_EAN_REASON_LABELS,
} from '@esteira/domain/products/listing';
import type { Supplier } from '@esteira/validators/products/supplier';
import type { ConflictField } from '../../../lib/forms/edit/conflict-panel';

const money = (value: unknown) => formatMoney(Number(value));
const oneOf = (labels: Readonly<Record<string, string>>) => (value: unknown) =>
  labels[String(value)] ?? String(value);

const TEXTS: Readonly<Record<string, ConflictField>> = {
  nome: { label: 'Nome do Produto' },
  sku: { label: 'SKU' },
  preco_fornecedor: { label: 'Preço Fornecedor', show: money },
  preco_venda_ml: { label: 'Preço ML', show: money },
  preco_venda_amazon: { label: 'Preço Amazon', show: money },
  estoque: { label: 'Estoque' },
  imagem_url: { label: 'URL da Imagem' },
  descricao: { label: 'Descrição' },
  'custos.peso_g': { label: 'Peso embalado (g)' },
  'custos.altura_cm': { label: 'Altura (cm)' },
  'custos.largura_cm': { label: 'Largura (cm)' },
  'custos.comprimento_cm': { label: 'Comprimento (cm)' },
  'custos.categoria_tarifa_ml': { label: 'Categoria da tarifa (Mercado Livre)' },
  'custos.categoria_tarifa_amazon': { label: 'Categoria da tarifa (Amazon)' },
  'ficha.ean': { label: 'EAN' },
  'ficha.motivo_sem_ean': { label: 'Motivo de não ter código', show: oneOf(NO_EAN_REASON_LABELS) },
  'ficha.categoria_ml': { label: 'Categoria do Mercado Livre' },
  'ficha.marca': { label: 'Marca' },
  'ficha.modelo': { label: 'Modelo' },
  'ficha.margem_seguranca': { label: 'Estoque de segurança' },
  'ficha.condicao': { label: 'Condição', show: oneOf(LISTING_CONDITION_LABELS) },
  'ficha.tipo_anuncio': { label: 'Tipo de anúncio', show: oneOf(LISTING_TYPE_LABELS) },
};

/** How the product form's fields are called and read where two people changed them. */
export function conflictTexts(suppliers: readonly Supplier[]): Readonly<Record<string, ConflictField>> {
  const names = Object.fromEntries(suppliers.map(({ id, nome }) => [id, nome]));
  return { ...TEXTS, fornecedor_id: { label: 'Fornecedor', show: oneOf(names) } };
}
