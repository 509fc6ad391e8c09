-- One buyer, as far as an order tells: the same marketplace, name and address, whatever case, accents and blanks. Null
-- where name or address is hidden. Not STRICT, which gives the same for null but keeps PostgreSQL from writing the function out where it is called.
CREATE FUNCTION esteira_comprador(marketplace text, nome text, endereco text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(marketplace || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(nome), '\s+', ' ', 'g')), '') || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(endereco), '\s+', ' ', 'g')), ''))::uuid
$$;
