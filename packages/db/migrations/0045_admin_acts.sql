CREATE TABLE "auditoria" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"ato" text NOT NULL,
	"alvo_id" uuid,
	"detalhe" text,
	"ip" text NOT NULL,
	"feito_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auditoria_ato_conhecido" CHECK ("auditoria"."ato" IN ('usuario_desativado', 'usuario_ativado', 'usuario_promovido', 'pagamento_estornado', 'tarefa_repetida'))
);
--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_admin_id_usuarios_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_alvo_id_usuarios_id_fk" FOREIGN KEY ("alvo_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditoria_por_admin" ON "auditoria" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "auditoria_por_alvo" ON "auditoria" USING btree ("alvo_id");