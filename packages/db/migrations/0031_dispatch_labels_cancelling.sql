ALTER TABLE "etiquetas" ADD COLUMN "mudanca_id" uuid;--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD COLUMN "motivo" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "etiqueta_impressa_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "despachar_ate" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "etiquetas_mudancas" ON "etiquetas" USING btree ("usuario_id","mudanca_id") WHERE mudanca_id IS NOT NULL;--> statement-breakpoint
-- Simulated orders (those without a parcel) that wait for their shipment. The summaries do not depend on it.
ALTER TABLE "pedidos" DISABLE TRIGGER "pedidos_mudados";--> statement-breakpoint
UPDATE pedidos p SET despachar_ate = criado_em + interval '24 hours'
WHERE status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago')
  AND NOT EXISTS (SELECT FROM envios_pedido e WHERE e.usuario_id = p.usuario_id AND e.pedido_id = p.id);--> statement-breakpoint
ALTER TABLE "pedidos" ENABLE TRIGGER "pedidos_mudados";--> statement-breakpoint
CREATE INDEX "pedidos_por_prazo" ON "pedidos" USING btree ("usuario_id","status",coalesce(despachar_ate, '9999-12-31 00:00:00+00'::timestamp with time zone),"id","marketplace","requer_atencao","criado_em","fornecedor_id") WHERE status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago');--> statement-breakpoint
CREATE INDEX "pedidos_a_imprimir" ON "pedidos" USING btree ("usuario_id","status","id") WHERE tem_etiqueta AND etiqueta_impressa_em IS NULL AND status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago');--> statement-breakpoint
-- A label that was handed out to be printed wakes the screens of its seller, as a parcel that changed does.
CREATE TRIGGER etiquetas_mudam BEFORE UPDATE ON etiquetas FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER etiquetas_avisam AFTER UPDATE ON etiquetas
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION avisar_mudanca();
