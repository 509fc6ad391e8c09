ALTER TABLE "emails" DROP CONSTRAINT "emails_tipo_conhecido";--> statement-breakpoint
ALTER TABLE "pagamentos" DROP CONSTRAINT "pagamentos_cartao_identificado";--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "comprador_apagado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "exclusao_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "apagado_em" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "pedidos_com_comprador" ON "pedidos" USING btree ("atualizado_em") WHERE status IN ('entregue', 'cancelado') AND comprador_apagado_em IS NULL;--> statement-breakpoint
CREATE INDEX "usuarios_em_exclusao" ON "usuarios" USING btree ("exclusao_em") WHERE exclusao_em IS NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe', 'exclusao_marcada', 'conta_apagada'));--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_cartao_identificado" CHECK (("pagamentos"."bandeira" IS NULL) = ("pagamentos"."ultimos_digitos" IS NULL) AND ("pagamentos"."meio" = 'cartao' OR "pagamentos"."bandeira" IS NULL));--> statement-breakpoint
ALTER TABLE "usuarios" ADD CONSTRAINT "usuarios_apagado_inativo" CHECK ("usuarios"."apagado_em" IS NULL OR NOT "usuarios"."ativo");--> statement-breakpoint
-- Orders, their history and the stock ledger go with an example product, or with their seller's deleted account.
CREATE OR REPLACE FUNCTION recusar_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  produto uuid;
BEGIN
  IF EXISTS (SELECT FROM usuarios WHERE id = OLD.usuario_id AND apagado_em IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  IF TG_TABLE_NAME = 'eventos_pedido' THEN
    SELECT produto_id INTO produto FROM pedidos WHERE usuario_id = OLD.usuario_id AND id = OLD.pedido_id;
  ELSE
    produto := OLD.produto_id;
  END IF;
  IF NOT EXISTS (SELECT FROM produtos WHERE usuario_id = OLD.usuario_id AND id = produto AND exemplo) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
