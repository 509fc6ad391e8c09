-- Whether a listing may be bought on its real marketplace, so that it is told the stock: it is for sale, or it exists
-- there, is wanted for sale and was not seen for sale yet.
CREATE FUNCTION recebe_estoque(a anuncios) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT a.modo = 'real' AND a.id_externo IS NOT NULL AND a.desejado = 'publicado'
    AND (a.status = 'publicado' OR a.processando_desde IS NOT NULL)
$$;
