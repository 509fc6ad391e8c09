-- Every server forgets the rules that it has read; listeners tell this word from the ids of users.
CREATE FUNCTION avisar_regras_tarifa() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('esteira_mudancas', 'regras_tarifa');
  RETURN NULL;
END
$$;

CREATE TRIGGER regras_tarifa_avisam AFTER INSERT OR UPDATE OR DELETE ON regras_tarifa
FOR EACH STATEMENT EXECUTE FUNCTION avisar_regras_tarifa();
