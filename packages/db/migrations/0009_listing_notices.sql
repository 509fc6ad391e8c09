-- A real listing that changed wakes the screens of its seller, as orders and stock do. The id is a UUIDv7 and takes
-- its place among those of the order events and stock movements, by which a screen resumes.
CREATE FUNCTION marcar_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  ms text := lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0');
  acaso text := replace(gen_random_uuid()::text, '-', '');
BEGIN
  NEW.mudanca_id := (ms || '7' || substr(acaso, 14, 3) || substr(acaso, 17, 16))::uuid;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER anuncios_mudam BEFORE INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION marcar_mudanca();
--> statement-breakpoint
CREATE FUNCTION avisar_anuncio() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('esteira_mudancas', NEW.usuario_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER anuncios_avisam AFTER INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION avisar_anuncio();
