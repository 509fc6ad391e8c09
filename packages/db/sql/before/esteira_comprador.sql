-- One buyer, as far as an order tells: the same marketplace, name and address, whatever case, accents and blanks. Null
-- where name or address is hidden. Not STRICT: the result for null would be the same, but PostgreSQL would not inline it.
CREATE FUNCTION esteira_comprador(marketplace text, nome text, endereco text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(marketplace || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(nome), '\s+', ' ', 'g')), '') || chr(10)
    || nullif(btrim(regexp_replace(esteira_normalizar(endereco), '\s+', ' ', 'g')), ''))::uuid
$$;
