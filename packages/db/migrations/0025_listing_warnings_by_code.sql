-- The triggers name the column, which cannot change its type below them.
DROP TRIGGER anuncios_mudam ON anuncios;--> statement-breakpoint
DROP TRIGGER anuncios_avisam ON anuncios;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "descricao_pendente_desde" timestamp (3) with time zone;--> statement-breakpoint
-- What was kept as a sentence gets the code of those that this side acts on; the rest are remarks.
CREATE FUNCTION avisos_com_codigo(frases text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('codigo', CASE
    WHEN frase LIKE 'O preço deste anúncio é controlado por uma automação de preços%' THEN 'preco_automatico'
    WHEN frase LIKE 'O anúncio foi publicado, mas a descrição não foi aceita%' THEN 'descricao_pendente'
    ELSE 'observacao' END, 'mensagem', frase) ORDER BY lugar), '[]')
  FROM unnest(frases) WITH ORDINALITY AS f(frase, lugar)
$$;
--> statement-breakpoint
ALTER TABLE "anuncios" ALTER COLUMN "avisos" DROP DEFAULT,
  ALTER COLUMN "avisos" TYPE jsonb USING avisos_com_codigo("avisos"),
  ALTER COLUMN "avisos" SET DEFAULT '[]'::jsonb;
--> statement-breakpoint
DROP FUNCTION avisos_com_codigo(text[]);--> statement-breakpoint
UPDATE "anuncios" SET "descricao_pendente_desde" = now() WHERE "avisos" @> '[{"codigo": "descricao_pendente"}]';
--> statement-breakpoint
CREATE TRIGGER anuncios_mudam BEFORE INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE TRIGGER anuncios_avisam AFTER INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION avisar_anuncio();
