import { hearChanges } from '@esteira/db/changes';
import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/** What live screens read: the tables of `CHANGE_LOGS`, each with the writes that they show. */
const SHOWN_WRITES: Record<string, string> = {
  eventos_pedido: 'INSERT',
  movimentos_estoque: 'INSERT',
  anuncios: 'INSERT OR UPDATE',
  envios_pedido: 'INSERT OR UPDATE',
  etiquetas: 'UPDATE',
  conexoes: 'INSERT OR UPDATE',
  notas_pedido: 'INSERT OR UPDATE',
  exemplos: 'INSERT OR UPDATE',
  avisos_lidos: 'INSERT OR UPDATE',
};

/** Remembers a row when it is new, or has got a new mark: the triggers of the product mark what is shown. */
const REMEMBER = `CREATE FUNCTION lembrar_escrita() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) -> 'mudanca_id' = to_jsonb(NEW) -> 'mudanca_id' THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' AND to_jsonb(NEW) -> 'mudanca_id' = 'null' THEN RETURN NULL; END IF;
    INSERT INTO escritas_mostradas (tabela, usuario_id) VALUES (TG_TABLE_NAME, NEW.usuario_id);
    RETURN NULL;
  END $$`;

/** Transactions that wrote for a user what live screens show. */
interface ShownWrites extends Record<string, unknown> {
  usuario_id: string;
  tabelas: string;
  transacoes: number;
}

/**
 * Remembers from now on what is written that live screens show, and how often this process hears of a change of whom.
 * `take` answers what was written since it was called last, and for whom more transactions wrote than were announced.
 */
export async function collectShownWrites(db: Database): Promise<{
  take: () => Promise<{ written: ShownWrites[]; unannounced: ShownWrites[] }>;
}> {
  const triggers = Object.entries(SHOWN_WRITES).map(
    ([table, writes]) =>
      `CREATE TRIGGER zz_lembrar AFTER ${writes} ON ${table} FOR EACH ROW EXECUTE FUNCTION lembrar_escrita()`,
  );
  const table = `CREATE TABLE escritas_mostradas (
    tabela text NOT NULL, usuario_id uuid NOT NULL, transacao xid8 NOT NULL DEFAULT pg_current_xact_id())`;
  for (const statement of [table, REMEMBER, ...triggers]) await db.execute(sql.raw(statement));
  let heard = new Map<string, number>();
  hearChanges(db, (usuarioIds) => {
    for (const usuarioId of usuarioIds) heard.set(usuarioId, (heard.get(usuarioId) ?? 0) + 1);
  });
  return {
    take: async () => {
      const written = await queryRows<ShownWrites>(
        db,
        sql`WITH lidas AS (DELETE FROM escritas_mostradas RETURNING tabela, usuario_id, transacao)
            SELECT usuario_id::text, string_agg(DISTINCT tabela, ', ') AS tabelas,
              count(DISTINCT transacao)::int AS transacoes
            FROM lidas GROUP BY usuario_id`,
      );
      const told = heard;
      heard = new Map();
      const isUnannounced = ({ usuario_id, transacoes }: ShownWrites) =>
        (told.get(usuario_id) ?? 0) < transacoes;
      return { written, unannounced: written.filter(isUnannounced) };
    },
  };
}
