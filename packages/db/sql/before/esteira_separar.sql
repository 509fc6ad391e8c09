-- The words of a text as the search compares them: without case, accents, punctuation and blanks. Letters of all scripts are
-- parts of words. Bounded, because an entry of an index may not grow beyond 2,700 bytes.
CREATE FUNCTION esteira_separar(texto text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_remove(regexp_split_to_array(
    esteira_normalizar(left(texto, 600)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+'), '')
$$;
