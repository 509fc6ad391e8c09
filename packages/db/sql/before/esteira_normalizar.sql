-- Marks are stripped before lower(), so the result does not depend on the database's locale.
CREATE FUNCTION esteira_normalizar(texto text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT lower(regexp_replace(normalize(texto, NFD), '[\u0300-\u036f]', '', 'g')) $$;
