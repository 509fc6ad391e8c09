import { MAX_PRICE, toCents } from '@esteira/domain/money';
import { MAX_SIDE_CM, MAX_WEIGHT_G } from '@esteira/domain/profit/product-costs';
import { isNull, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { areBetween, belongsTo, id, insertedAt, instant, money, ownerId } from '../columns';
import { suppliers } from './suppliers';

/** Deleted rows stay (`excluido_em`): the stock ledger and the orders keep a valid reference. */
export const products = pgTable(
  'produtos',
  {
    usuario_id: ownerId(),
    id: id(),
    fornecedor_id: uuid().notNull(),
    nome: text().notNull(),
    descricao: text(),
    sku: text(),
    preco_fornecedor: money().notNull(),
    preco_venda_ml: money().notNull(),
    preco_venda_amazon: money(),
    estoque: integer().notNull(),
    /**
     * The stock where it is low, else null. No index names `estoque` itself: a sale that leaves enough changes none of
     * their columns, so that PostgreSQL writes the row alone, into the half of each page that `fillfactor` keeps free.
     */
    estoque_baixo: integer().generatedAlwaysAs((): SQL => sql`CASE WHEN estoque < 5 THEN estoque END`),
    imagem_url: text(),
    /** Packed, in whole grams and centimetres; null where unknown. */
    peso_g: integer(),
    altura_cm: integer(),
    largura_cm: integer(),
    comprimento_cm: integer(),
    /** As the marketplace names it in its table of fees; null: the one of the seller's cost settings. */
    categoria_tarifa_ml: text(),
    categoria_tarifa_amazon: text(),
    /** Made by 'Preencher com dados de exemplo', and taken away with the examples. */
    exemplo: boolean().notNull().default(false),
    publicado_ml: boolean().notNull().default(false),
    publicado_amazon: boolean().notNull().default(false),
    /** Name and SKU without case and accents, what `busca` matches against. */
    busca: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`esteira_normalizar(nome || ' ' || coalesce(sku, ''))`),
    criado_em: insertedAt(),
    atualizado_em: insertedAt(),
    excluido_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'produtos_pk', columns: [t.usuario_id, t.id] }),
    belongsTo('produtos_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    uniqueIndex('produtos_sku_unico')
      .on(t.usuario_id, sql`lower(sku)`)
      .where(sql`sku IS NOT NULL AND excluido_em IS NULL`),
    index('produtos_por_fornecedor').on(t.usuario_id, t.fornecedor_id).where(isNull(t.excluido_em)),
    index('produtos_estoque_baixo')
      .on(t.usuario_id, t.estoque_baixo)
      .where(sql`estoque_baixo IS NOT NULL AND excluido_em IS NULL`),
    // What lists are sorted by name with: normalising a large catalogue's names takes most of a second.
    index('produtos_por_nome')
      .on(t.usuario_id, sql`(left(esteira_normalizar(${t.nome}), 100)) COLLATE "C"`, t.id)
      .where(isNull(t.excluido_em)),
    index('produtos_de_exemplo').on(t.usuario_id).where(sql`exemplo`),
    index('produtos_busca').using('gin', t.usuario_id, t.busca.op('gin_trgm_ops')),
    check('produtos_nome_presente', sql`${t.nome} <> ''`),
    check('produtos_estoque_nao_negativo', sql`${t.estoque} >= 0`),
    check(
      'produtos_precos_validos',
      areBetween(0, toCents(MAX_PRICE), [t.preco_fornecedor, t.preco_venda_ml, t.preco_venda_amazon]),
    ),
    check('produtos_peso_valido', areBetween(1, MAX_WEIGHT_G, [t.peso_g])),
    check(
      'produtos_medidas_validas',
      areBetween(1, MAX_SIDE_CM, [t.altura_cm, t.largura_cm, t.comprimento_cm]),
    ),
    check('produtos_amazon_com_preco', sql`NOT ${t.publicado_amazon} OR ${t.preco_venda_amazon} IS NOT NULL`),
    check(
      'produtos_excluido_sem_anuncio',
      sql`${t.excluido_em} IS NULL OR NOT (${t.publicado_ml} OR ${t.publicado_amazon})`,
    ),
  ],
);
