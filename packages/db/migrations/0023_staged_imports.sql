CREATE TABLE "lotes_importacao" (
	"usuario_id" uuid NOT NULL,
	"importacao_id" uuid NOT NULL,
	"numero" integer NOT NULL,
	"aceito" boolean DEFAULT false NOT NULL,
	"validos" integer NOT NULL,
	"linhas" text NOT NULL,
	"erros" text NOT NULL,
	CONSTRAINT "lotes_importacao_pk" PRIMARY KEY("usuario_id","importacao_id","numero")
);
--> statement-breakpoint
-- Read once and gone: compressing it would cost more than it saves.
ALTER TABLE "lotes_importacao" ALTER COLUMN "linhas" SET STORAGE EXTERNAL;
