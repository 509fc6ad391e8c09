-- A listing that is for sale again is paused no more, whoever put it back: there is nothing left to take back.
CREATE FUNCTION esquecer_pausas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pausas_anuncio
  WHERE usuario_id = new.usuario_id AND produto_id = new.id
    AND (new.excluido_em IS NOT NULL
      OR marketplace = 'mercadolivre' AND new.publicado_ml AND NOT old.publicado_ml
      OR marketplace = 'amazon' AND new.publicado_amazon AND NOT old.publicado_amazon);
  RETURN NULL;
END $$;

CREATE TRIGGER produtos_esquecem_pausas AFTER UPDATE OF publicado_ml, publicado_amazon, excluido_em ON produtos
FOR EACH ROW WHEN (new.publicado_ml AND NOT old.publicado_ml OR new.publicado_amazon AND NOT old.publicado_amazon
  OR new.excluido_em IS NOT NULL)
EXECUTE FUNCTION esquecer_pausas();
