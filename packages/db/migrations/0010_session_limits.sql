CREATE TABLE "aparelhos" (
	"usuario_id" uuid NOT NULL,
	"resumo" text NOT NULL,
	"visto_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "aparelhos_pk" PRIMARY KEY("usuario_id","resumo")
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_ato_conhecido";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "senha_fraca_desde" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "aparelhos" ADD CONSTRAINT "aparelhos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "aparelhos_vistos" ON "aparelhos" USING btree ("visto_em");--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_ato_conhecido" CHECK ("auditoria"."ato" IN ('comando_sessoes', 'comando_chaves', 'comando_contas', 'usuario_desativado', 'usuario_ativado', 'usuario_promovido', 'pagamento_estornado', 'tarefa_repetida', 'duas_etapas_desligada', 'link_senha_criado', 'plano_estendido', 'regra_incluida', 'regra_retirada', 'sessoes_encerradas'));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe', 'saida_equipe', 'exclusao_marcada', 'conta_apagada', 'duas_etapas_alterada', 'sessoes_encerradas', 'aparelho_novo'));