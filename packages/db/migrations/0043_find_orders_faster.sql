DROP INDEX "buscas_pedidos_gramas";--> statement-breakpoint
-- Trigrams and first letters as before, and five characters of a word where one end is a digit: the trigrams of numbers
-- and SKUs that are filled up with zeros are in every order. The text is cut into characters once instead of each
-- trigram out of the text.
CREATE OR REPLACE FUNCTION esteira_gramas(usuario_id uuid, texto text) RETURNS int[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
AS $$
  SELECT array_agg(DISTINCT hashtext(vendedor || grama))
  FROM (SELECT usuario_id::text AS vendedor OFFSET 0) v, (
    SELECT unnest(ARRAY[a || b || c, CASE
      WHEN a = ' ' THEN a || b
      WHEN (ascii(a) BETWEEN 48 AND 57 OR ascii(e) BETWEEN 48 AND 57) AND ' ' NOT IN (b, c, d, e) THEN a || b || c || d || e
    END]) AS grama
    FROM (
      SELECT a, lead(a) OVER () AS b, lead(a, 2) OVER () AS c, lead(a, 3) OVER () AS d, lead(a, 4) OVER () AS e
      FROM unnest(string_to_array(texto, NULL)) a
    ) letras
  ) gramas WHERE grama IS NOT NULL
$$;
--> statement-breakpoint
CREATE INDEX "buscas_pedidos_gramas" ON "buscas_pedidos" USING gin (esteira_gramas(usuario_id, texto)) WITH (fastupdate=false);--> statement-breakpoint
-- Not STRICT, which gives the same for null but keeps PostgreSQL from writing the function out where it is called.
CREATE OR REPLACE FUNCTION esteira_comprador(marketplace text, nome text, endereco text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT md5(marketplace || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(nome), '\s+', ' ', 'g')), '') || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(endereco), '\s+', ' ', 'g')), ''))::uuid
$$;
