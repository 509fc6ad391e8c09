CREATE TABLE "politicas" (
	"codigo" text PRIMARY KEY NOT NULL,
	"vale_desde" timestamp (3) with time zone NOT NULL
);
