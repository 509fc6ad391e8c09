-- Whether each fact of a row of estimativas_pedido is one: an amount with its origin, or an origin with a known reason why
-- there is no amount; and whether there is any.
CREATE FUNCTION estimativa_consistente(valores bigint[], fontes text[], origens text[], faltas text[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  partes text[];
BEGIN
  FOR i IN 1..cardinality(fontes) LOOP
    IF fontes[i] IS NULL AND valores[i] IS NULL THEN
      CONTINUE;
    END IF;
    partes := string_to_array(fontes[i], ' ');
    IF (partes[1] = ANY (origens) AND CASE
      WHEN valores[i] IS NULL THEN partes[2] = ANY (faltas) AND cardinality(partes) = 2
      ELSE cardinality(partes) <= 3
    END) IS NOT TRUE THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN num_nonnulls(VARIADIC fontes) > 0;
END
$$;
