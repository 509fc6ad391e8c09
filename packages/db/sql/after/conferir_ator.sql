-- Who is named as actor is the seller, which WHEN sees without a look anywhere, or is or was in the seller's team. Rows
-- of teams are never deleted while their seller has rows, so what was true when it was written stays true.
CREATE FUNCTION conferir_ator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM equipe WHERE usuario_id = NEW.usuario_id AND pessoa_id = NEW.ator_id) THEN
    RAISE EXCEPTION '% is not in the team of %', NEW.ator_id, NEW.usuario_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER eventos_pedido_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON eventos_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();

CREATE TRIGGER notas_pedido_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON notas_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();

CREATE TRIGGER movimentos_estoque_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON movimentos_estoque
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();

CREATE TRIGGER lotes_alteracao_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON lotes_alteracao
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();

CREATE TRIGGER custos_pedido_ator AFTER INSERT ON custos_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
