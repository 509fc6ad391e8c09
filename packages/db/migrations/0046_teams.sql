CREATE TABLE "convites_equipe" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"papel" text NOT NULL,
	"resumo" text NOT NULL,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"encerrado_em" timestamp (3) with time zone,
	CONSTRAINT "convites_equipe_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "convites_equipe_papel_conhecido" CHECK ("convites_equipe"."papel" IN ('operador', 'leitura'))
);
--> statement-breakpoint
CREATE TABLE "equipe" (
	"usuario_id" uuid NOT NULL,
	"pessoa_id" uuid NOT NULL,
	"papel" text NOT NULL,
	"entrou_em" timestamp (3) with time zone NOT NULL,
	"saiu_em" timestamp (3) with time zone,
	CONSTRAINT "equipe_pk" PRIMARY KEY("usuario_id","pessoa_id"),
	CONSTRAINT "equipe_papel_conhecido" CHECK ("equipe"."papel" IN ('operador', 'leitura')),
	CONSTRAINT "equipe_outra_pessoa" CHECK ("equipe"."pessoa_id" <> "equipe"."usuario_id")
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "eventos_pedido" DROP CONSTRAINT "eventos_pedido_ator";--> statement-breakpoint
ALTER TABLE "notas_pedido" DROP CONSTRAINT "notas_pedido_ator";--> statement-breakpoint
ALTER TABLE "movimentos_estoque" DROP CONSTRAINT "movimentos_estoque_ator";--> statement-breakpoint
ALTER TABLE "lotes_alteracao" ADD COLUMN "ator_id" uuid;--> statement-breakpoint
ALTER TABLE "lotes_alteracao" ADD COLUMN "desfeito_por" uuid;--> statement-breakpoint
ALTER TABLE "lotes_importacao" ADD COLUMN "ator_id" uuid;--> statement-breakpoint
ALTER TABLE "convites_equipe" ADD CONSTRAINT "convites_equipe_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipe" ADD CONSTRAINT "equipe_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipe" ADD CONSTRAINT "equipe_pessoa_id_usuarios_id_fk" FOREIGN KEY ("pessoa_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "convites_equipe_resumo_unico" ON "convites_equipe" USING btree ("resumo");--> statement-breakpoint
CREATE UNIQUE INDEX "convites_equipe_aberto_unico" ON "convites_equipe" USING btree ("usuario_id","email") WHERE encerrado_em IS NULL;--> statement-breakpoint
CREATE INDEX "convites_equipe_vencidos" ON "convites_equipe" USING btree ("expira_em");--> statement-breakpoint
CREATE UNIQUE INDEX "equipe_pessoa_unica" ON "equipe" USING btree ("pessoa_id") WHERE saiu_em IS NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe'));--> statement-breakpoint
-- Who is named as actor is the seller, which WHEN sees without a look anywhere, or is or was in the seller's team. Rows
-- of teams are never deleted while their seller has rows, so what was true when it was written stays true. Rows that are
-- there already satisfied the stricter check that goes: nothing is read again, whatever their number.
CREATE FUNCTION conferir_ator() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM equipe WHERE usuario_id = NEW.usuario_id AND pessoa_id = NEW.ator_id) THEN
    RAISE EXCEPTION '% is not in the team of %', NEW.ator_id, NEW.usuario_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER eventos_pedido_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON eventos_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
--> statement-breakpoint
CREATE TRIGGER notas_pedido_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON notas_pedido
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON movimentos_estoque
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
--> statement-breakpoint
CREATE TRIGGER lotes_alteracao_ator AFTER INSERT OR UPDATE OF usuario_id, ator_id ON lotes_alteracao
FOR EACH ROW WHEN (NEW.ator_id <> NEW.usuario_id) EXECUTE FUNCTION conferir_ator();
--> statement-breakpoint
-- Streams of the seller's shop look again whether they may still hear.
CREATE TRIGGER equipe_avisa AFTER UPDATE OF saiu_em, papel ON equipe
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
