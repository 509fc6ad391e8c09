import { once } from 'node:events';
import { connect } from 'node:net';
import postgres from 'postgres';

/**
 * Connections that send what they have at once: a short message behind a longer one (the end of a COPY) would else wait for
 * the acknowledgement of that, which PostgreSQL's side holds back for up to 40 ms.
 */
export function openPool(url: string, max: number, settings: Record<string, string> = {}): postgres.Sql {
  const { hostname, port } = new URL(url);
  const options = {
    max,
    fetch_types: false,
    onnotice: () => undefined,
    connection: settings,
    socket: async () => {
      const socket = connect({ host: hostname, port: Number(port || 5432), noDelay: true });
      await once(socket, 'connect');
      return socket;
    },
  };
  return postgres(url, options);
}
