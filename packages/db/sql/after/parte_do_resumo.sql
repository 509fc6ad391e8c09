-- Which part of a seller's sums this transaction adds to: the first of eight that no other transaction has, until it ends.
-- Where all are taken, it waits for the rows of one of them.
CREATE FUNCTION parte_do_resumo(usuario uuid) RETURNS smallint
LANGUAGE plpgsql AS $$
BEGIN
  FOR parte IN 0..7 LOOP
    IF pg_try_advisory_xact_lock(hashtextextended(usuario::text, 7305471130 + parte)) THEN
      RETURN parte;
    END IF;
  END LOOP;
  RETURN pg_backend_pid() % 8;
END
$$;
