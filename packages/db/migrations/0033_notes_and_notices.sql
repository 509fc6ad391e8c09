CREATE TABLE "notas_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"texto" text NOT NULL,
	"ator_id" uuid NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"excluida_em" timestamp (3) with time zone,
	"mudanca_id" uuid,
	CONSTRAINT "notas_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","id"),
	CONSTRAINT "notas_pedido_ator" CHECK ("notas_pedido"."ator_id" = "notas_pedido"."usuario_id"),
	CONSTRAINT "notas_pedido_texto" CHECK (length("notas_pedido"."texto") <= 1000 AND ("notas_pedido"."texto" = '') = ("notas_pedido"."excluida_em" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "avisos_lidos" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"lido_ate" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mudanca_id" uuid
);
--> statement-breakpoint
ALTER TABLE "notas_pedido" ADD CONSTRAINT "notas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos_lidos" ADD CONSTRAINT "avisos_lidos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notas_pedido_mudancas" ON "notas_pedido" USING btree ("usuario_id","mudanca_id");--> statement-breakpoint
CREATE INDEX "anuncios_com_erro" ON "anuncios" USING btree ("usuario_id","mudanca_id") WHERE status = 'erro';--> statement-breakpoint
CREATE INDEX "atencoes_pedido_recentes" ON "atencoes_pedido" USING btree ("usuario_id","desde");--> statement-breakpoint
-- Whoever is here already has seen what happened so far.
INSERT INTO avisos_lidos (usuario_id) SELECT id FROM usuarios;
--> statement-breakpoint
-- Notes, and up to where notices were read, wake the other windows of their seller.
CREATE TRIGGER notas_pedido_mudam BEFORE INSERT OR UPDATE ON notas_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER notas_pedido_avisam AFTER INSERT OR UPDATE ON notas_pedido
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
--> statement-breakpoint
CREATE TRIGGER avisos_lidos_mudam BEFORE INSERT OR UPDATE ON avisos_lidos
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER avisos_lidos_avisam AFTER INSERT OR UPDATE ON avisos_lidos
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
