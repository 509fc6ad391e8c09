CREATE TABLE "atividades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" uuid,
	"autor_id" uuid,
	"chave_id" uuid,
	"chave_nome" text,
	"ato" text NOT NULL,
	"alvo" text,
	"resultado" text NOT NULL,
	"quantidade" integer,
	"com_busca" boolean DEFAULT false NOT NULL,
	"ip" text NOT NULL,
	"dispositivo" text NOT NULL,
	"requisicao" text,
	"janela" text,
	"em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "atividades_resultado_conhecido" CHECK ("atividades"."resultado" IN ('ok', 'negado', 'falhou'))
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_ato_conhecido";--> statement-breakpoint
ALTER TABLE "atividades" ADD CONSTRAINT "atividades_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "atividades_da_loja" ON "atividades" USING btree ("usuario_id","id");--> statement-breakpoint
CREATE INDEX "atividades_do_autor" ON "atividades" USING btree ("autor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "atividades_janela_unica" ON "atividades" USING btree ("janela");--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_ato_conhecido" CHECK ("auditoria"."ato" IN ('comando_sessoes', 'comando_chaves', 'comando_contas', 'usuario_desativado', 'usuario_ativado', 'usuario_promovido', 'pagamento_estornado', 'tarefa_repetida', 'duas_etapas_desligada', 'link_senha_criado', 'plano_estendido', 'regra_incluida', 'regra_retirada'));--> statement-breakpoint
-- Rows of what was done stay as they are until their time is over, or their shop's account is deleted. Only a reason that
-- is missing may be added.
CREATE FUNCTION manter_registro() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes jsonb := to_jsonb(OLD);
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (antes->>TG_ARGV[0])::timestamptz < now() - TG_ARGV[1]::interval OR EXISTS (
      SELECT FROM usuarios WHERE id = (antes->>'usuario_id')::uuid AND apagado_em IS NOT NULL
    ) THEN
      RETURN OLD;
    END IF;
  ELSIF antes->>'detalhe' IS NULL AND to_jsonb(NEW) - 'detalhe' = antes - 'detalhe' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER atividades_permanentes BEFORE UPDATE OR DELETE ON atividades
FOR EACH ROW EXECUTE FUNCTION manter_registro('em', '12 months');
--> statement-breakpoint
CREATE TRIGGER auditoria_permanente BEFORE UPDATE OR DELETE ON auditoria
FOR EACH ROW EXECUTE FUNCTION manter_registro('feito_em', '5 years');
