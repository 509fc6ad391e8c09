ALTER TABLE "envios_pedido" ADD COLUMN "mudanca_id" uuid;--> statement-breakpoint
CREATE INDEX "envios_pedido_mudancas" ON "envios_pedido" USING btree ("usuario_id","mudanca_id");--> statement-breakpoint
-- A parcel that changed in what is shown of it wakes the screens of its seller, as its order does.
CREATE TRIGGER envios_pedido_novos BEFORE INSERT ON envios_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER envios_pedido_mudam BEFORE UPDATE ON envios_pedido FOR EACH ROW
WHEN ((OLD.situacao, OLD.precisa_nota, OLD.tem_etiqueta, OLD.pode_marcar_enviado, OLD.motivo, OLD.bloqueio, OLD.pacote_id)
  IS DISTINCT FROM
  (NEW.situacao, NEW.precisa_nota, NEW.tem_etiqueta, NEW.pode_marcar_enviado, NEW.motivo, NEW.bloqueio, NEW.pacote_id))
EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER envios_pedido_novos_avisam AFTER INSERT ON envios_pedido
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
--> statement-breakpoint
CREATE TRIGGER envios_pedido_avisam AFTER UPDATE ON envios_pedido FOR EACH ROW
WHEN (OLD.mudanca_id IS DISTINCT FROM NEW.mudanca_id)
EXECUTE FUNCTION avisar_anuncio();
