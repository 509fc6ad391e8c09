CREATE TABLE "links_conta" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"resumo" text NOT NULL,
	"email" text,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"usado_em" timestamp (3) with time zone,
	CONSTRAINT "links_conta_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "links_conta_tipo_conhecido" CHECK ("links_conta"."tipo" IN ('redefinir_senha', 'confirmar_email')),
	CONSTRAINT "links_conta_com_email" CHECK (("links_conta"."tipo" = 'confirmar_email') = ("links_conta"."email" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"situacao" text DEFAULT 'na_fila' NOT NULL,
	"conteudo" text,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"proxima_tentativa" timestamp (3) with time zone NOT NULL,
	"tentativas" integer DEFAULT 0 NOT NULL,
	"desistir_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado')),
	CONSTRAINT "emails_situacao_conhecida" CHECK ("emails"."situacao" IN ('na_fila', 'enviado', 'descartado')),
	CONSTRAINT "emails_sem_conteudo" CHECK (("emails"."situacao" = 'na_fila') = ("emails"."conteudo" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "links_conta" ADD CONSTRAINT "links_conta_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "links_conta_resumo_unico" ON "links_conta" USING btree ("resumo");--> statement-breakpoint
CREATE INDEX "links_conta_vencidos" ON "links_conta" USING btree ("expira_em");--> statement-breakpoint
CREATE INDEX "emails_na_fila" ON "emails" USING btree ("proxima_tentativa") WHERE situacao = 'na_fila';--> statement-breakpoint
CREATE INDEX "emails_encerrados" ON "emails" USING btree ("criado_em") WHERE situacao <> 'na_fila';