CREATE TABLE "chamadas_externas" (
	"minuto" timestamp (3) with time zone NOT NULL,
	"servico" text NOT NULL,
	"servidor" uuid NOT NULL,
	"chamadas" integer NOT NULL,
	"falhas" integer NOT NULL,
	"limitadas" integer NOT NULL,
	"mais_lenta_ms" integer NOT NULL,
	"falha_em" timestamp (3) with time zone,
	"falha_motivo" text,
	"falha_operacao" text,
	CONSTRAINT "chamadas_externas_pk" PRIMARY KEY("minuto","servico","servidor"),
	CONSTRAINT "chamadas_externas_servico_conhecido" CHECK ("chamadas_externas"."servico" IN ('mercadolivre', 'amazon', 'mercadopago')),
	CONSTRAINT "chamadas_externas_motivo_conhecido" CHECK ("chamadas_externas"."falha_motivo" IN ('upstream_unavailable', 'unavailable', 'timeout', 'auth_expired', 'forbidden', 'misconfigured', 'bug')),
	CONSTRAINT "chamadas_externas_falha_inteira" CHECK (("chamadas_externas"."falha_em" IS NULL) = ("chamadas_externas"."falha_motivo" IS NULL) AND ("chamadas_externas"."falha_em" IS NULL) = ("chamadas_externas"."falha_operacao" IS NULL))
);
