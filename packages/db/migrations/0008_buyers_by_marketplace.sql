CREATE TABLE "desconexoes" (
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"conta_id" smallint DEFAULT 1 NOT NULL,
	"vendedor_id" text NOT NULL,
	"em" timestamp (3) with time zone NOT NULL,
	"apagar_em" timestamp (3) with time zone,
	"apagado_em" timestamp (3) with time zone,
	CONSTRAINT "desconexoes_pk" PRIMARY KEY("usuario_id","marketplace","conta_id"),
	CONSTRAINT "desconexoes_marketplace" CHECK ("desconexoes"."marketplace" IN ('mercadolivre', 'amazon'))
);
--> statement-breakpoint
DROP INDEX "pedidos_com_comprador";--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "entregar_ate" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "terminado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desconexoes" ADD CONSTRAINT "desconexoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desconexoes" ADD CONSTRAINT "desconexoes_conta_fk" FOREIGN KEY ("usuario_id","marketplace","conta_id") REFERENCES "public"."contas"("usuario_id","marketplace","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desconexoes_a_apagar" ON "desconexoes" USING btree ("apagar_em") WHERE "desconexoes"."apagado_em" is null;--> statement-breakpoint
CREATE INDEX "pedidos_amazon_com_comprador" ON "pedidos" USING btree ("criado_em") WHERE marketplace = 'amazon' AND comprador_apagado_em IS NULL;--> statement-breakpoint
CREATE INDEX "pedidos_com_comprador" ON "pedidos" USING btree ("marketplace","terminado_em") WHERE status IN ('entregue', 'cancelado') AND comprador_apagado_em IS NULL;