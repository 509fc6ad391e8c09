-- Tells every server at the commit whose screens have something to read: the id of the seller, or the word that the
-- trigger names. PostgreSQL sends it once per transaction, and not when it is rolled back.
CREATE FUNCTION avisar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS > 0 THEN
    PERFORM pg_notify('esteira_mudancas', TG_ARGV[0]);
  ELSIF TG_LEVEL = 'ROW' THEN
    PERFORM pg_notify('esteira_mudancas', NEW.usuario_id::text);
  ELSE
    PERFORM pg_notify('esteira_mudancas', novo.usuario_id::text) FROM (SELECT DISTINCT usuario_id FROM novos) AS novo;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER eventos_pedido_avisam AFTER INSERT ON eventos_pedido
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca();

CREATE TRIGGER movimentos_estoque_avisam AFTER INSERT ON movimentos_estoque
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca();

-- Screens that are open check again whether they may still read.
CREATE TRIGGER sessoes_avisam AFTER UPDATE OF encerrada_em ON sessoes
FOR EACH ROW WHEN (OLD.encerrada_em IS NULL AND NEW.encerrada_em IS NOT NULL) EXECUTE FUNCTION avisar_mudanca();

CREATE TRIGGER equipe_avisa AFTER UPDATE OF saiu_em, papel ON equipe FOR EACH ROW EXECUTE FUNCTION avisar_mudanca();

-- Every server reads the rules of fees again.
CREATE TRIGGER regras_tarifa_avisam AFTER INSERT OR UPDATE OR DELETE ON regras_tarifa
FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca('regras_tarifa');
