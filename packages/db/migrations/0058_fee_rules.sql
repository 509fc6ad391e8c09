CREATE TABLE "regras_tarifa" (
	"id" uuid PRIMARY KEY NOT NULL,
	"numero" integer NOT NULL,
	"tipo" text NOT NULL,
	"marketplace" text,
	"vale_de" date NOT NULL,
	"vale_ate" date,
	"confianca" text NOT NULL,
	"fonte" text NOT NULL,
	"endereco" text NOT NULL,
	"dados" jsonb NOT NULL,
	"criado_por" uuid,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regras_tarifa_numero" UNIQUE("numero"),
	CONSTRAINT "regras_tarifa_tipo" CHECK ("regras_tarifa"."tipo" IN ('commission', 'fixed_fee', 'shipping', 'shipping_cap', 'option', 'tax')),
	CONSTRAINT "regras_tarifa_marketplace" CHECK ("regras_tarifa"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "regras_tarifa_confianca" CHECK ("regras_tarifa"."confianca" IN ('confirmed', 'secondary_strong', 'secondary', 'derived', 'unconfirmed')),
	CONSTRAINT "regras_tarifa_dias" CHECK ("regras_tarifa"."vale_ate" >= "regras_tarifa"."vale_de")
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_ato_conhecido";--> statement-breakpoint
ALTER TABLE "regras_tarifa" ADD CONSTRAINT "regras_tarifa_criado_por_usuarios_id_fk" FOREIGN KEY ("criado_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "regras_tarifa_por_autor" ON "regras_tarifa" USING btree ("criado_por");--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_ato_conhecido" CHECK ("auditoria"."ato" IN ('usuario_desativado', 'usuario_ativado', 'usuario_promovido', 'pagamento_estornado', 'tarefa_repetida', 'duas_etapas_desligada', 'link_senha_criado', 'plano_estendido', 'regra_incluida', 'regra_retirada'));
--> statement-breakpoint
-- Every server forgets the rules that it has read; listeners tell this word from the ids of users.
CREATE FUNCTION avisar_regras_tarifa() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('esteira_mudancas', 'regras_tarifa');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER regras_tarifa_avisam AFTER INSERT OR UPDATE OR DELETE ON regras_tarifa
FOR EACH STATEMENT EXECUTE FUNCTION avisar_regras_tarifa();
