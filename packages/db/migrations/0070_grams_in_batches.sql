-- A sale's grams go into a list that searches read too, and from there into the index, those of many sales at once.
ALTER INDEX "buscas_pedidos_gramas" SET (fastupdate = true, gin_pending_list_limit = 16384);
