-- All that this migration and the three after it change, which run in one transaction, is taken before any of it: whoever
-- reads or sells meanwhile waits, and nobody who holds one of these tables waits for another.
LOCK TABLE pedidos, eventos_pedido, movimentos_estoque, envios_pedido, etiquetas, custos_pedido, anuncios, conexoes,
  notas_pedido, avisos_lidos, exemplos IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "custos_pedido" ADD COLUMN "ator_id" uuid;--> statement-breakpoint
CREATE TRIGGER custos_pedido_ator AFTER INSERT ON custos_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
