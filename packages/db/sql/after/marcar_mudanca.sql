-- Gives a row its place among the order events and stock movements, by which a screen resumes, and tells the screens of
-- its seller to read, as avisar_mudanca does. With columns as arguments an update that changes none of them is no change.
CREATE FUNCTION marcar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes jsonb;
  depois jsonb;
BEGIN
  IF TG_OP = 'UPDATE' AND TG_NARGS > 0 THEN
    antes := to_jsonb(OLD);
    depois := to_jsonb(NEW);
    PERFORM FROM unnest(TG_ARGV) AS coluna WHERE antes -> coluna IS DISTINCT FROM depois -> coluna;
    IF NOT FOUND THEN
      RETURN NEW;
    END IF;
  END IF;
  NEW.mudanca_id := nova_mudanca();
  PERFORM pg_notify('esteira_mudancas', NEW.usuario_id::text);
  RETURN NEW;
END
$$;

-- Whoever changes mudanca_id itself asks for a new place.
CREATE TRIGGER envios_pedido_mudam BEFORE INSERT OR UPDATE ON envios_pedido FOR EACH ROW
EXECUTE FUNCTION marcar_mudanca('situacao', 'precisa_nota', 'tem_etiqueta', 'pode_marcar_enviado', 'motivo', 'bloqueio',
  'pacote_id', 'mudanca_id');

-- Not when its tokens change.
CREATE TRIGGER conexoes_mudam BEFORE INSERT OR UPDATE ON conexoes FOR EACH ROW
EXECUTE FUNCTION marcar_mudanca('conta_nome', 'status', 'motivo', 'conectado_em');

CREATE TRIGGER anuncios_mudam BEFORE INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER etiquetas_mudam BEFORE UPDATE ON etiquetas FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER exemplos_mudam BEFORE INSERT OR UPDATE ON exemplos FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER notas_pedido_mudam BEFORE INSERT OR UPDATE ON notas_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER avisos_lidos_mudam BEFORE INSERT OR UPDATE ON avisos_lidos
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
