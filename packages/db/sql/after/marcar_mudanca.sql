-- What changed in what is shown of it wakes the screens of its seller. The id takes its place among those of the order
-- events and stock movements, by which a screen resumes.
CREATE FUNCTION marcar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.mudanca_id := nova_mudanca();
  RETURN NEW;
END
$$;

CREATE TRIGGER envios_pedido_novos BEFORE INSERT ON envios_pedido FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER envios_pedido_mudam BEFORE UPDATE ON envios_pedido FOR EACH ROW
WHEN ((OLD.situacao, OLD.precisa_nota, OLD.tem_etiqueta, OLD.pode_marcar_enviado, OLD.motivo, OLD.bloqueio, OLD.pacote_id)
  IS DISTINCT FROM
  (NEW.situacao, NEW.precisa_nota, NEW.tem_etiqueta, NEW.pode_marcar_enviado, NEW.motivo, NEW.bloqueio, NEW.pacote_id))
EXECUTE FUNCTION marcar_mudanca();

-- Not when its tokens change.
CREATE TRIGGER conexoes_novas BEFORE INSERT ON conexoes FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER conexoes_mudam BEFORE UPDATE ON conexoes FOR EACH ROW
WHEN ((OLD.conta_nome, OLD.status, OLD.motivo, OLD.conectado_em)
  IS DISTINCT FROM (NEW.conta_nome, NEW.status, NEW.motivo, NEW.conectado_em))
EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER anuncios_mudam BEFORE INSERT OR UPDATE OF status, desejado, motivo, avisos, url, sincronizado_em
ON anuncios FOR EACH ROW WHEN (NEW.modo = 'real') EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER etiquetas_mudam BEFORE UPDATE ON etiquetas FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER exemplos_mudam BEFORE INSERT OR UPDATE ON exemplos FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER notas_pedido_mudam BEFORE INSERT OR UPDATE ON notas_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();

CREATE TRIGGER avisos_lidos_mudam BEFORE INSERT OR UPDATE ON avisos_lidos
FOR EACH ROW EXECUTE FUNCTION marcar_mudanca();
