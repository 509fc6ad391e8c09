CREATE FUNCTION avisar_anuncio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('esteira_mudancas', NEW.usuario_id::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER sessoes_avisam AFTER UPDATE OF encerrada_em ON sessoes
FOR EACH ROW WHEN (OLD.encerrada_em IS NULL AND NEW.encerrada_em IS NOT NULL) EXECUTE FUNCTION avisar_anuncio();

-- Streams of the seller's shop look again whether they may still hear.
CREATE TRIGGER equipe_avisa AFTER UPDATE OF saiu_em, papel ON equipe FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
