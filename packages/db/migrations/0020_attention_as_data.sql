CREATE TABLE "atencoes_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"codigo" text NOT NULL,
	"detalhe" text,
	"desde" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "atencoes_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","codigo"),
	CONSTRAINT "atencoes_pedido_codigo" CHECK ("atencoes_pedido"."codigo" IN ('bloqueado', 'devolvido', 'varios_itens', 'sem_estoque', 'sem_anuncio', 'dados_ocultos', 'envio_nao_confirmado'))
);
--> statement-breakpoint
ALTER TABLE "pedidos" DROP CONSTRAINT "pedidos_atencao_com_motivo";--> statement-breakpoint
ALTER TABLE "pedidos" ALTER COLUMN "cliente_nome" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ALTER COLUMN "cliente_endereco" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "transportadora" text;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "codigo_rastreio" text;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "confirmado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "confirmacoes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "atencoes_pedido" ADD CONSTRAINT "atencoes_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What the sentences of existing orders said becomes rows. A sale that found no stock or no listing is known by the
-- ledger, also where a lifted block had taken its flag away.
INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe, desde)
SELECT p.usuario_id, p.id, CASE WHEN p.produto_id IS NULL THEN 'sem_anuncio' ELSE 'sem_estoque' END, NULL, p.criado_em
FROM pedidos p
WHERE (p.requer_atencao OR p.status <> 'cancelado')
  AND coalesce(p.motivo_atencao, '') NOT LIKE '%O pedido tem mais de um produto: %'
  AND NOT EXISTS (
    SELECT FROM movimentos_estoque m
    WHERE m.usuario_id = p.usuario_id AND m.pedido_id = p.id AND m.motivo = 'venda'
  );--> statement-breakpoint
INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe, desde)
SELECT p.usuario_id, p.id, r.codigo, r.detalhe, p.criado_em
FROM pedidos p, LATERAL (VALUES
  ('varios_itens', substring(p.motivo_atencao FROM
    'O pedido tem mais de um produto: (.*?)\.(?: Venda acima do estoque disponível: .*| Anúncio não encontrado na Esteira: .*)?$')),
  ('sem_estoque', substring(p.motivo_atencao FROM
    'Venda acima do estoque disponível: (.*?)\.(?: Anúncio não encontrado na Esteira: .*)?$')),
  ('sem_anuncio', substring(p.motivo_atencao FROM 'Anúncio não encontrado na Esteira: (.*)\.$'))
) AS r(codigo, detalhe)
WHERE p.motivo_atencao LIKE '%O pedido tem mais de um produto: %' AND r.detalhe IS NOT NULL;--> statement-breakpoint
INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe, desde)
SELECT e.usuario_id, e.pedido_id, 'bloqueado', e.bloqueio, e.lido_em FROM envios_pedido e WHERE e.bloqueio IS NOT NULL
UNION ALL
SELECT e.usuario_id, e.pedido_id, 'devolvido', e.motivo, e.lido_em FROM envios_pedido e WHERE e.situacao = 'devolvido';--> statement-breakpoint
-- Simulated orders have no parcel: what is left is their suspicion of fraud.
INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe, desde)
SELECT p.usuario_id, p.id, 'bloqueado', p.motivo_atencao, p.criado_em
FROM pedidos p
WHERE p.requer_atencao
  AND NOT EXISTS (SELECT FROM atencoes_pedido a WHERE a.usuario_id = p.usuario_id AND a.pedido_id = p.id);--> statement-breakpoint
UPDATE pedidos
SET cliente_nome = nullif(cliente_nome, 'Não informado pelo marketplace'),
  cliente_endereco = nullif(cliente_endereco, 'Não informado pelo marketplace')
WHERE 'Não informado pelo marketplace' IN (cliente_nome, cliente_endereco);--> statement-breakpoint
INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe, desde)
SELECT p.usuario_id, p.id, 'dados_ocultos', NULL, p.criado_em
FROM pedidos p JOIN envios_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
WHERE p.cliente_nome IS NULL AND p.cliente_endereco IS NULL
  AND e.situacao NOT IN ('aguardando_marketplace', 'entregue', 'cancelado');--> statement-breakpoint
UPDATE pedidos p SET requer_atencao = a.aberta
FROM (
  SELECT o.usuario_id, o.id, EXISTS (
    SELECT FROM atencoes_pedido r WHERE r.usuario_id = o.usuario_id AND r.pedido_id = o.id
  ) AS aberta
  FROM pedidos o
) a
WHERE a.usuario_id = p.usuario_id AND a.id = p.id AND p.requer_atencao <> a.aberta;--> statement-breakpoint
ALTER TABLE "pedidos" DROP COLUMN "motivo_atencao";--> statement-breakpoint
CREATE FUNCTION nova_mudanca() RETURNS uuid
LANGUAGE plpgsql VOLATILE
AS $$
DECLARE
  ms text := lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0');
  acaso text := replace(gen_random_uuid()::text, '-', '');
BEGIN
  RETURN (ms || '7' || substr(acaso, 14, 3) || substr(acaso, 17, 16))::uuid;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION marcar_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.mudanca_id := nova_mudanca();
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- An order needs attention exactly while a reason is open, and the screens of its seller hear of every change. The
-- order is locked before its reasons are counted: of two that change at once the second one counts again.
CREATE FUNCTION marcar_atencao() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  motivo atencoes_pedido := coalesce(NEW, OLD);
BEGIN
  PERFORM FROM pedidos WHERE usuario_id = motivo.usuario_id AND id = motivo.pedido_id FOR NO KEY UPDATE;
  UPDATE pedidos SET atualizado_em = now(), requer_atencao = EXISTS (
    SELECT FROM atencoes_pedido a WHERE a.usuario_id = motivo.usuario_id AND a.pedido_id = motivo.pedido_id
  )
  WHERE usuario_id = motivo.usuario_id AND id = motivo.pedido_id;
  UPDATE envios_pedido SET mudanca_id = nova_mudanca()
  WHERE usuario_id = motivo.usuario_id AND pedido_id = motivo.pedido_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER atencoes_pedido_marcam AFTER INSERT OR UPDATE OR DELETE ON atencoes_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_atencao();
