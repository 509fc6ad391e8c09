ALTER TABLE "notas_fiscais" DROP CONSTRAINT "notas_fiscais_chave";--> statement-breakpoint
ALTER TABLE "notas_fiscais" ADD CONSTRAINT "notas_fiscais_chave" CHECK ("notas_fiscais"."chave" ~ '^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$');
