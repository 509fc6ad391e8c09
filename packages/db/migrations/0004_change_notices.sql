-- Wakes whoever shows a user's orders or stock; what changed is read from the tables. One notice per transaction.
CREATE FUNCTION avisar_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('esteira_mudancas', novo.usuario_id::text) FROM (SELECT DISTINCT usuario_id FROM novos) novo;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER eventos_pedido_avisam AFTER INSERT ON eventos_pedido
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca();
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_avisam AFTER INSERT ON movimentos_estoque
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca();
