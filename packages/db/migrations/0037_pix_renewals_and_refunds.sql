CREATE TABLE "renovacoes" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"situacao" text NOT NULL,
	"plano" text NOT NULL,
	"bandeira" text NOT NULL,
	"ultimos_digitos" text NOT NULL,
	"id_externo" text,
	"proxima_cobranca" timestamp (3) with time zone NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renovacoes_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "renovacoes_ultimos_digitos" CHECK ("renovacoes"."ultimos_digitos" ~ '^[0-9]{4}$'),
	CONSTRAINT "renovacoes_plano_conhecido" CHECK ("renovacoes"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "renovacoes_situacao_conhecida" CHECK ("renovacoes"."situacao" IN ('iniciando', 'ligada', 'falhou', 'encerrando', 'encerrada'))
);
--> statement-breakpoint
DROP INDEX "pagamentos_externos";--> statement-breakpoint
ALTER TABLE "pagamentos" ALTER COLUMN "bandeira" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pagamentos" ALTER COLUMN "ultimos_digitos" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "meio" text DEFAULT 'cartao' NOT NULL;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "pix_codigo" text;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "pix_expira_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "notificado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "divergente_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "motivo_estorno" text;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "estorno_pedido_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "estorno_pedido_por" uuid;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "devolvido_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD COLUMN "renovacao_id" uuid;--> statement-breakpoint
ALTER TABLE "renovacoes" ADD CONSTRAINT "renovacoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_uma_por_usuario" ON "renovacoes" USING btree ("usuario_id") WHERE situacao <> 'encerrada';--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_externo_unico" ON "renovacoes" USING btree ("id_externo");--> statement-breakpoint
CREATE INDEX "renovacoes_abertas" ON "renovacoes" USING btree ("id") WHERE situacao <> 'encerrada';--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_estorno_pedido_por_usuarios_id_fk" FOREIGN KEY ("estorno_pedido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_externo_unico" ON "pagamentos" USING btree ("id_externo");--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_um_pix_aberto" ON "pagamentos" USING btree ("usuario_id") WHERE meio = 'pix' AND status = 'pendente';--> statement-breakpoint
CREATE INDEX "pagamentos_estornos_pedidos" ON "pagamentos" USING btree ("id") WHERE status = 'aprovado' AND estorno_pedido_em IS NOT NULL;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_meio_conhecido" CHECK ("pagamentos"."meio" IN ('cartao', 'pix'));--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_cartao_identificado" CHECK (("pagamentos"."meio" = 'cartao') = ("pagamentos"."bandeira" IS NOT NULL AND "pagamentos"."ultimos_digitos" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_pix_com_prazo" CHECK (("pagamentos"."pix_codigo" IS NULL) = ("pagamentos"."pix_expira_em" IS NULL));