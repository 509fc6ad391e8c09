-- The rules of fees are read with each request: nobody has to hear of their changes.
DROP TRIGGER "regras_tarifa_avisam" ON "regras_tarifa";
