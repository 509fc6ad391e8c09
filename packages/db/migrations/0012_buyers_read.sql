CREATE TABLE "leituras_compradores" (
	"usuario_id" uuid NOT NULL,
	"autor_id" uuid NOT NULL,
	"chave_nome" text,
	"hora" timestamp (3) with time zone NOT NULL,
	"pedidos" integer NOT NULL,
	"avisado_em" timestamp (3) with time zone,
	CONSTRAINT "leituras_compradores_pk" PRIMARY KEY("usuario_id","autor_id","hora")
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "leituras_compradores" ADD CONSTRAINT "leituras_compradores_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leituras_compradores_avisadas" ON "leituras_compradores" USING btree ("usuario_id","avisado_em") WHERE avisado_em IS NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe', 'saida_equipe', 'exclusao_marcada', 'conta_apagada', 'duas_etapas_alterada', 'sessoes_encerradas', 'aparelho_novo', 'leitura_incomum'));