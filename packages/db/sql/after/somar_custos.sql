-- Adds to what each cost took by day. Whoever does has changed the orders before, so that everybody reaches these sums
-- behind those by day.
CREATE FUNCTION somar_custos(linhas resumo_diario_custos[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, codigo, valor)
  SELECT l.usuario_id, l.dia, l.marketplace, l.codigo, sum(l.valor) FROM unnest(linhas) l
  GROUP BY 1, 2, 3, 4 HAVING sum(l.valor) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, codigo) DO UPDATE SET valor = r.valor + excluded.valor;
END
$$;
