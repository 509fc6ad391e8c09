-- A seller's days lie on as many pages as others sold meanwhile. The versions of a year are read from this index alone.
ALTER TABLE "resumo_diario" DROP CONSTRAINT "resumo_diario_pk",
  ADD CONSTRAINT "resumo_diario_pk" PRIMARY KEY ("usuario_id", "dia", "marketplace", "status") INCLUDE ("versao");
