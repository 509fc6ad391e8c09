CREATE TABLE "sessoes" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"dispositivo" text NOT NULL,
	"endereco" text NOT NULL,
	"criada_em" timestamp (3) with time zone NOT NULL,
	"ultimo_uso" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"encerrada_em" timestamp (3) with time zone,
	CONSTRAINT "sessoes_pk" PRIMARY KEY("usuario_id","id")
);
--> statement-breakpoint
ALTER TABLE "sessoes" ADD CONSTRAINT "sessoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessoes_vencidas" ON "sessoes" USING btree ("expira_em");--> statement-breakpoint
CREATE TRIGGER sessoes_avisam AFTER UPDATE OF encerrada_em ON sessoes
FOR EACH ROW WHEN (OLD.encerrada_em IS NULL AND NEW.encerrada_em IS NOT NULL) EXECUTE FUNCTION avisar_anuncio();
