-- Servers keep for a moment who a session or an API key belongs to. Once what they keep of a user may have changed, this
-- tells them: all servers by a notice when the change is committed, and the server that writes with the statement already,
-- by a message to its own connection. INFO is the severity that no setting holds back, nor writes to PostgreSQL's log. By their
-- names these triggers come before those that wake open screens, which then ask again whose they are.
CREATE FUNCTION avisar_acesso() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  usuario text := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
BEGIN
  PERFORM pg_notify('esteira_acessos', usuario);
  RAISE INFO USING ERRCODE = 'EST01', MESSAGE = 'esteira_acessos ' || usuario;
  RETURN NULL;
END
$$;

CREATE TRIGGER usuarios_acesso_muda AFTER UPDATE OF nome, email, plano, data_expiracao, is_admin, ativo ON usuarios
FOR EACH ROW
WHEN ((OLD.nome, OLD.email, OLD.plano, OLD.data_expiracao, OLD.is_admin, OLD.ativo)
  IS DISTINCT FROM (NEW.nome, NEW.email, NEW.plano, NEW.data_expiracao, NEW.is_admin, NEW.ativo))
EXECUTE FUNCTION avisar_acesso('id');

CREATE TRIGGER usuarios_acesso_apagado AFTER DELETE ON usuarios FOR EACH ROW EXECUTE FUNCTION avisar_acesso('id');

CREATE TRIGGER sessoes_acesso_muda AFTER UPDATE OF encerrada_em ON sessoes
FOR EACH ROW WHEN (OLD.encerrada_em IS DISTINCT FROM NEW.encerrada_em)
EXECUTE FUNCTION avisar_acesso('usuario_id');

-- Not those that are cleared away when their tokens have long expired.
CREATE TRIGGER sessoes_acesso_apagado AFTER DELETE ON sessoes
FOR EACH ROW WHEN (OLD.encerrada_em IS NULL AND OLD.expira_em > now() - interval '1 day')
EXECUTE FUNCTION avisar_acesso('usuario_id');

CREATE TRIGGER equipe_acesso_muda AFTER INSERT OR UPDATE OF papel, saiu_em OR DELETE ON equipe
FOR EACH ROW EXECUTE FUNCTION avisar_acesso('pessoa_id');

CREATE TRIGGER chaves_api_acesso_muda AFTER UPDATE OF usuario_id, hash, escopos OR DELETE ON chaves_api
FOR EACH ROW EXECUTE FUNCTION avisar_acesso('usuario_id');
