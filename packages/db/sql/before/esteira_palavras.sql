-- What an order is found by: its words, each behind the end of the seller's id, so that the index finds those of one seller
-- alone; words that end with a digit also from behind, because the last digits of a number suffice.
CREATE FUNCTION esteira_palavras(usuario_id uuid, texto text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(right(usuario_id::text, 8) || termo), '{}'))
  FROM unnest(esteira_separar(texto)) AS palavra CROSS JOIN LATERAL (
    SELECT left(palavra, 100) AS termo UNION ALL SELECT '~' || reverse(right(palavra, 100)) WHERE palavra ~ '[0-9]$'
  ) termos
$$;

-- Finds the orders of a seller in which every word of a search begins a word or, of digits, ends one; null without words.
CREATE FUNCTION esteira_consulta(usuario_id uuid, busca text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN palavra ~ '^[0-9]+$'
    THEN format('(%L:* | %L:*)', vendedor || left(palavra, 100), vendedor || '~' || reverse(right(palavra, 100)))
    ELSE format('%L:*', vendedor || left(palavra, 100)) END, ' & ')::tsquery
  FROM right(usuario_id::text, 8) AS vendedor, unnest(esteira_separar(busca)) AS palavra
$$;
