ALTER TABLE "custos_pedido" ADD COLUMN "ator_id" uuid;--> statement-breakpoint
CREATE TRIGGER custos_pedido_ator AFTER INSERT ON custos_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
