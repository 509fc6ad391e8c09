-- Removes whatever refers to these rows of `tabela` by a foreign key, in every table, also in one that is added later.
CREATE FUNCTION apagar_dependentes(tabela regclass, usuario uuid, registros uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  dependente record;
BEGIN
  FOR dependente IN
    SELECT c.conrelid::regclass AS nome,
      max(de.attname::text) FILTER (WHERE para.attname = 'usuario_id') AS dono,
      max(de.attname::text) FILTER (WHERE para.attname = 'id') AS registro
    FROM pg_constraint c
    CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(de, para)
    JOIN pg_attribute de ON de.attrelid = c.conrelid AND de.attnum = k.de
    JOIN pg_attribute para ON para.attrelid = c.confrelid AND para.attnum = k.para
    WHERE c.contype = 'f' AND c.confrelid = tabela
    GROUP BY c.oid, c.conrelid
    ORDER BY 1
  LOOP
    EXECUTE format('DELETE FROM %s WHERE %I = $1 AND %I = ANY ($2)', dependente.nome, dependente.dono, dependente.registro)
    USING usuario, registros;
  END LOOP;
END
$$;
