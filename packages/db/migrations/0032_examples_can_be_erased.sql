CREATE TABLE "exemplos" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"preenchido_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"apagado_em" timestamp (3) with time zone,
	"mudanca_id" uuid
);
--> statement-breakpoint
DROP INDEX "vendas_produtos_mais_vendidos";--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "exemplo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fornecedores" ADD COLUMN "exemplo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exemplos" ADD CONSTRAINT "exemplos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vendas_produtos_por_unidades" ON "vendas_produtos" USING btree ("usuario_id","unidades","produto_id");--> statement-breakpoint
CREATE INDEX "produtos_por_nome" ON "produtos" USING btree ("usuario_id",(left(esteira_normalizar("nome"), 100)) COLLATE "C","id") WHERE excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_de_exemplo" ON "produtos" USING btree ("usuario_id") WHERE exemplo;
--> statement-breakpoint
-- Screens that are open hear that an account was filled with examples, or that they are gone.
CREATE TRIGGER exemplos_mudam BEFORE INSERT OR UPDATE ON exemplos
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER exemplos_avisam AFTER INSERT OR UPDATE ON exemplos
FOR EACH ROW EXECUTE FUNCTION avisar_anuncio();
--> statement-breakpoint
-- Orders, their history and the stock ledger are never rewritten, and never removed but with an example product.
CREATE FUNCTION recusar_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  produto uuid;
BEGIN
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
--> statement-breakpoint
DROP TRIGGER pedidos_permanentes ON pedidos;
--> statement-breakpoint
DROP TRIGGER movimentos_estoque_permanentes ON movimentos_estoque;
--> statement-breakpoint
DROP TRIGGER eventos_pedido_permanentes ON eventos_pedido;
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_permanentes BEFORE UPDATE ON movimentos_estoque
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
--> statement-breakpoint
CREATE TRIGGER eventos_pedido_permanentes BEFORE UPDATE ON eventos_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
--> statement-breakpoint
CREATE TRIGGER pedidos_ficam BEFORE DELETE ON pedidos
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_ficam BEFORE DELETE ON movimentos_estoque
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
--> statement-breakpoint
CREATE TRIGGER eventos_pedido_ficam BEFORE DELETE ON eventos_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
--> statement-breakpoint
-- What leaves `pedidos` leaves the summaries in the same transaction.
CREATE FUNCTION pedidos_resumir_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE resumo_pedidos r
  SET pedidos = r.pedidos - m.pedidos, receita = r.receita - m.receita, lucro = r.lucro - m.lucro
  FROM (
    SELECT a.usuario_id, to_char(a.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') AS mes, a.marketplace, a.status,
           count(*) AS pedidos, sum(a.preco_venda) AS receita, sum(a.lucro) AS lucro
    FROM antigos a GROUP BY 1, 2, 3, 4
  ) m
  WHERE r.usuario_id = m.usuario_id AND r.mes = m.mes AND r.marketplace = m.marketplace AND r.status = m.status;

  UPDATE vendas_produtos v SET unidades = v.unidades - m.unidades
  FROM (
    SELECT a.usuario_id, a.produto_id, sum(a.quantidade) AS unidades
    FROM antigos a WHERE a.status <> 'cancelado' GROUP BY 1, 2
  ) m
  WHERE v.usuario_id = m.usuario_id AND v.produto_id = m.produto_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER pedidos_excluidos AFTER DELETE ON pedidos
REFERENCING OLD TABLE AS antigos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_exclusao();
--> statement-breakpoint
-- Removes whatever refers to these rows of `tabela` by a foreign key, in every table, also in one that is added later.
CREATE FUNCTION apagar_dependentes(tabela regclass, usuario uuid, registros uuid[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  dependente record;
BEGIN
  FOR dependente IN
    SELECT c.conrelid::regclass AS nome,
      max(de.attname::text) FILTER (WHERE para.attname = 'usuario_id') AS dono,
      max(de.attname::text) FILTER (WHERE para.attname = 'id') AS registro
    FROM pg_constraint c
    CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(de, para)
    JOIN pg_attribute de ON de.attrelid = c.conrelid AND de.attnum = k.de
    JOIN pg_attribute para ON para.attrelid = c.confrelid AND para.attnum = k.para
    WHERE c.contype = 'f' AND c.confrelid = tabela
    GROUP BY c.oid, c.conrelid
    ORDER BY 1
  LOOP
    EXECUTE format('DELETE FROM %s WHERE %I = $1 AND %I = ANY ($2)', dependente.nome, dependente.dono, dependente.registro)
    USING usuario, registros;
  END LOOP;
END
$$;
