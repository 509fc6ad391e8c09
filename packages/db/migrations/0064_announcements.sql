-- A transaction that notifies waits for every other one that does, until its commit is on the disk. What sellers write
-- in the course of their work is announced by the server that wrote it, after the commit; screens read what changed from
-- these tables as before (docs/decisions/0037). Sessions, teams and rules of fees change rarely and notify as before.
DROP TRIGGER eventos_pedido_avisam ON eventos_pedido;
--> statement-breakpoint
DROP TRIGGER movimentos_estoque_avisam ON movimentos_estoque;
--> statement-breakpoint
DROP TRIGGER etiquetas_avisam ON etiquetas;
--> statement-breakpoint
DROP TRIGGER envios_pedido_novos_avisam ON envios_pedido;
--> statement-breakpoint
DROP TRIGGER envios_pedido_avisam ON envios_pedido;
--> statement-breakpoint
DROP TRIGGER conexoes_novas_avisam ON conexoes;
--> statement-breakpoint
DROP TRIGGER conexoes_avisam ON conexoes;
--> statement-breakpoint
DROP TRIGGER anuncios_avisam ON anuncios;
--> statement-breakpoint
DROP TRIGGER exemplos_avisam ON exemplos;
--> statement-breakpoint
DROP TRIGGER notas_pedido_avisam ON notas_pedido;
--> statement-breakpoint
DROP TRIGGER avisos_lidos_avisam ON avisos_lidos;
--> statement-breakpoint
DROP FUNCTION avisar_mudanca();
