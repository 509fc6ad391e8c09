ALTER TABLE "pagamentos" ADD COLUMN "conferido_em" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "pagamentos_a_conferir" ON "pagamentos" USING btree ("conferido_em") WHERE status = 'aprovado';--> statement-breakpoint
UPDATE "pagamentos" SET "conferido_em" = "data_pagamento" WHERE "status" = 'aprovado';
