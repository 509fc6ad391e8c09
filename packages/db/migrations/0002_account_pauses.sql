ALTER TABLE "pausas_anuncio" ALTER COLUMN "fornecedor_id" DROP NOT NULL;
--> statement-breakpoint
-- The flag of a product is that of all its accounts: what comes back in one says nothing about another one's pause.
DROP TRIGGER "produtos_esquecem_pausas" ON "produtos";
--> statement-breakpoint
DROP FUNCTION esquecer_pausas();
--> statement-breakpoint
-- No trigger names a word any more.
CREATE OR REPLACE FUNCTION avisar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    PERFORM pg_notify('esteira_mudancas', NEW.usuario_id::text);
  ELSE
    PERFORM pg_notify('esteira_mudancas', novo.usuario_id::text) FROM (SELECT DISTINCT usuario_id FROM novos) AS novo;
  END IF;
  RETURN NULL;
END
$$;
