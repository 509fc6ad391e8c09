ALTER TABLE "custos_pedido" ADD COLUMN "entrega_propria" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now a freight in the seller's words was that of a parcel they bring, unless it took back what was known of another.
ALTER TABLE custos_pedido DISABLE TRIGGER custos_pedido_permanentes;--> statement-breakpoint
UPDATE custos_pedido c SET entrega_propria = true
WHERE c.codigo = 'frete_vendedor' AND c.origem = 'usuario' AND NOT EXISTS (
  SELECT FROM custos_pedido e
  WHERE e.usuario_id = c.usuario_id AND e.pedido_id = c.pedido_id AND e.codigo = c.codigo AND e.estorna_id IS NOT NULL
    AND e.origem <> 'usuario' AND (e.valor IS NOT NULL OR e.falta NOT IN ('entrega_propria', 'logistica'))
    AND e.criado_em <= c.criado_em);--> statement-breakpoint
ALTER TABLE custos_pedido ENABLE TRIGGER custos_pedido_permanentes;--> statement-breakpoint
-- What the seller says in place of a charge is none.
UPDATE pedidos p SET custos_cobrados = false
WHERE p.custos_cobrados AND EXISTS (
  SELECT FROM custos_pedido c
  WHERE c.usuario_id = p.usuario_id AND c.pedido_id = p.id AND c.estorna_id IS NULL
    AND c.codigo IN ('tarifa_venda', 'tarifa_fixa', 'frete_vendedor', 'parcelamento')
    AND c.origem = 'usuario' AND NOT c.entrega_propria
    AND NOT EXISTS (SELECT FROM custos_pedido e
      WHERE e.usuario_id = c.usuario_id AND e.pedido_id = c.pedido_id AND e.estorna_id = c.id));
