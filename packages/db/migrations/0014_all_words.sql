-- The words of a text as the search compares them. The bound is beyond all that an order of many lines is found by, of whose
-- further lines 4,000 characters are stored; each word has one of its own in esteira_palavras.
CREATE OR REPLACE FUNCTION esteira_separar(texto text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_remove(regexp_split_to_array(
    esteira_normalizar(left(texto, 5000)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+'), '')
$$;
--> statement-breakpoint
-- PostgreSQL computes the words again where a column that they are made of is written: only of orders that had more than 600
-- characters.
UPDATE "pedidos" SET "outros_itens" = "outros_itens"
WHERE length(ml_order_id || ' ' || coalesce(produto_sku, '') || ' ' || left(coalesce(cliente_nome, ''), 120) || ' ' ||
  produto_nome || ' ' || fornecedor_nome || coalesce(' ' || outros_itens, '')) > 600;
