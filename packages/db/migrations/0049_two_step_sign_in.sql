CREATE TABLE "duas_etapas" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"segredo" text NOT NULL,
	"ligada_em" timestamp (3) with time zone,
	"ultimo_passo" integer DEFAULT 0 NOT NULL,
	"codigos" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "duas_etapas_codigos_so_ligada" CHECK ("duas_etapas"."ligada_em" IS NOT NULL OR cardinality("duas_etapas"."codigos") = 0)
);
--> statement-breakpoint
ALTER TABLE "links_conta" DROP CONSTRAINT "links_conta_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "duas_etapas" ADD CONSTRAINT "duas_etapas_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links_conta" ADD CONSTRAINT "links_conta_tipo_conhecido" CHECK ("links_conta"."tipo" IN ('redefinir_senha', 'confirmar_email', 'segundo_passo'));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe', 'exclusao_marcada', 'conta_apagada', 'duas_etapas_alterada'));