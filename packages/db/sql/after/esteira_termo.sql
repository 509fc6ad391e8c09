-- A word as it is looked for: one of fewer than three letters only where a word begins.
CREATE FUNCTION esteira_termo(palavra text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT CASE WHEN length(n) < 3 THEN ' ' || n ELSE n END FROM esteira_normalizar(palavra) n $$;
