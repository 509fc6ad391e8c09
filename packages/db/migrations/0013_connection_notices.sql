ALTER TABLE "conexoes" ADD COLUMN "mudanca_id" uuid;--> statement-breakpoint
-- An account that changed in what is shown of it wakes the screens of its seller. Its tokens are nobody's business.
CREATE TRIGGER conexoes_novas BEFORE INSERT ON conexoes
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER conexoes_mudam BEFORE UPDATE ON conexoes FOR EACH ROW
WHEN ((OLD.conta_nome, OLD.status, OLD.motivo, OLD.conectado_em)
  IS DISTINCT FROM (NEW.conta_nome, NEW.status, NEW.motivo, NEW.conectado_em))
EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER conexoes_novas_avisam AFTER INSERT ON conexoes
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
--> statement-breakpoint
CREATE TRIGGER conexoes_avisam AFTER UPDATE ON conexoes FOR EACH ROW
WHEN (OLD.mudanca_id IS DISTINCT FROM NEW.mudanca_id)
EXECUTE FUNCTION avisar_anuncio();
