-- The trigrams of a seller's text, the first letters of its words, and five characters of a word where one end is a digit
-- (the trigrams of numbers that are filled up with zeros are in every order), as numbers that only this seller has.
-- plpgsql, because PostgreSQL plans a function of language sql for each row that an index takes.
CREATE FUNCTION esteira_gramas(usuario_id uuid, texto text) RETURNS int[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN (
    SELECT array_agg(hashtext(vendedor || (a || b || c))) FILTER (WHERE c IS NOT NULL)
      || array_agg(hashtext(vendedor || (a || b))) FILTER (WHERE a = ' ' AND b IS NOT NULL)
      || array_agg(hashtext(vendedor || (a || b || c || d || e))) FILTER (
        WHERE (ascii(a) BETWEEN 48 AND 57 OR ascii(e) BETWEEN 48 AND 57) AND ' ' NOT IN (a, b, c, d, e))
    FROM (
      SELECT vendedor, unnest(letras) AS a, unnest(letras[2:]) AS b, unnest(letras[3:]) AS c, unnest(letras[4:]) AS d,
        unnest(letras[5:]) AS e
      FROM (SELECT usuario_id::text AS vendedor, string_to_array(texto, NULL) AS letras OFFSET 0) uma_vez
    ) vizinhas
  );
END
$$;
