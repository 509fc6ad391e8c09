import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@esteira/domain/durations';
import { describe, expect, it } from 'vitest';
import { type Environment, openPrograms, post } from './testing/programs/run-programs';

const folder = fileURLToPath(new URL('.', import.meta.url));

const { dataDir, run, start } = openPrograms('esteira-main-');

const ADMIN = { ADMIN_EMAIL: 'Admin@Loja.com.br', ADMIN_SENHA: 'senha do admin' };

// Each test starts up to three servers, some with a database still to be made.
describe('the server process', { timeout: 90_000 }, () => {
  it('lets no second one onto its directory; a command makes its users administrators while it does not run', async () => {
    const first = await start();
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
    const account = { nome: 'Bia', email: 'bia@loja.com.br', senha: 'senha da bia' };
    expect((await post(`${first.url}/api/auth/registrar`, account)).status).toBe(201);

    const second = await run('main');
    expect(second.code).toBe(1);
    expect(second.err).toMatch(
      /^The data directory \S+ is in use by process \d+\. An embedded database serves one/,
    );
    expect(second.err).not.toMatch(/\n {4}at /);
    const promote = await run('promote', ['admin@loja.com.br']);
    expect([promote.code, promote.err]).toEqual([1, expect.stringContaining('is in use by process')]);
    const incident = await run('incident', ['end-sessions', '--all', '--yes']);
    expect([incident.code, incident.err]).toEqual([1, expect.stringContaining('Stop the server first.')]);
    expect(await first.end('SIGTERM')).toBe(0);

    const promoted = await run('promote', ['BIA@loja.com.br']);
    expect([promoted.code, promoted.out]).toEqual([0, 'bia@loja.com.br is an administrator now.\n']);
    const unknown = await run('promote', ['ninguem@loja.com.br']);
    expect([unknown.code, unknown.err]).toEqual([1, 'No user has the e-mail ninguem@loja.com.br.\n']);
  });

  it('survives kill -9 with every row, and leaves on SIGTERM', async () => {
    const first = await start([], ADMIN);
    const account = { nome: 'Ana', email: 'ana@loja.com.br', senha: 'senha da ana' };
    const { access_token } = (await (await post(`${first.url}/api/auth/registrar`, account)).json()) as {
      access_token: string;
    };
    const created = await post(`${first.url}/api/fornecedores`, { nome: 'Atacado Sul' }, access_token);
    expect(created.status).toBe(201);
    expect(await first.end('SIGKILL')).toBeNull();

    const again = await start([], ADMIN);
    const headers = { authorization: `Bearer ${access_token}` };
    const suppliers = await fetch(`${again.url}/api/fornecedores`, { headers });
    expect(await suppliers.json()).toMatchObject([{ nome: 'Atacado Sul' }]);
    const admin = { email: 'admin@loja.com.br', senha: ADMIN.ADMIN_SENHA };
    expect((await post(`${again.url}/api/auth/login`, admin)).status).toBe(200);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('is backed up while it runs, and the backup makes another server the same', async () => {
    const file = join(dataDir(), 'copia.gz');
    const elsewhere = { DATA_DIR: join(dataDir(), 'elsewhere') };
    const server = await start();
    const account = { nome: 'Eva', email: 'eva@loja.com.br', senha: 'senha da eva' };
    expect((await post(`${server.url}/api/auth/registrar`, account)).status).toBe(201);
    const backup = await run('backup', [file]);
    expect([backup.code, backup.err]).toEqual([0, '']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await run('backup', [file]);
    expect([again.code, again.err]).toEqual([1, `${file} exists already.\n`]);
    const full = await run('restore', [file]);
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('is in use')]);
    expect(await server.end('SIGTERM')).toBe(0);

    const broken = await run('restore', [join(folder, 'package.json')], elsewhere);
    expect([broken.code, broken.err]).toEqual([1, 'The file is no backup of Esteira.\n']);
    await expect(stat(elsewhere.DATA_DIR)).rejects.toThrow('ENOENT');
    const restored = await run('restore', [file], elsewhere);
    expect([restored.code, restored.out]).toEqual([0, backup.out.replace(/ are in .*/, ' were restored.')]);
    const twice = await run('restore', [file], elsewhere);
    expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/^The database is not empty/)]);
    const other = await start([], elsewhere);
    const { email, senha } = account;
    expect((await post(`${other.url}/api/auth/login`, { email, senha })).status).toBe(200);
    expect(await other.end('SIGTERM')).toBe(0);
  });

  it('stops at once, with exit code 1, when it lost the lock of its directory', async () => {
    const server = await start();
    await rm(join(dataDir(), 'server.lock'), { recursive: true });
    expect(await server.exited).toBe(1);
  });

  it('ends at once at a second signal, though a request is under way', async () => {
    const server = await start();
    const { port, host } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    await once(socket, 'ready');
    let code: number | null | undefined;
    void server.exited.then((found) => {
      code = found;
    });
    const signalAgain = () => {
      if (code === undefined) void server.end('SIGTERM');
      return code;
    };
    await expect.poll(signalAgain, { interval: 300, timeout: 20_000 }).toBe(1);
    socket.destroy();
  });

  it('logs requests as JSON without query strings, headers or bodies; serves metrics on the port that is named for them, and on no other', async () => {
    const server = await start([], { METRICS_PORT: '0' });
    const account = { nome: 'Rui', email: 'rui@loja.com.br', senha: 'segredo do rui' };
    await post(`${server.url}/api/auth/registrar?assinatura=secreta`, account, 'token-secreto');

    const opened = () => server.lines.find((line) => line.includes('metrics at /metrics'));
    await expect.poll(opened).toBeDefined();
    const { port } = JSON.parse(opened() ?? '{}') as { port: number };
    await fetch(`${server.url}/api/health`);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('route="/api/health",status="200"');
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('esteira_http');

    expect(await server.end('SIGINT')).toBe(0);
    const logs = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(logs).toContainEqual(
      expect.objectContaining({ msg: 'request', method: 'POST', path: '/api/auth/registrar', status: 201 }),
    );
    expect(server.lines.join()).not.toMatch(/secreta|token-secreto|segredo|rui@loja/);
  });

  it('fills the demo in a database of its own and tells its accounts', async () => {
    const server = await start(['--demo']);
    const accounts = server.lines.join('\n');
    const [, email, senha] = /(\S+@\S+) {2}senha: (\S+)/.exec(accounts) ?? [];
    const login = await post(`${server.url}/api/auth/login`, { email, senha });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const orders = (await (await fetch(`${server.url}/api/pedidos`, { headers })).json()) as {
      etiqueta_ml_url: string | null;
    }[];
    expect(orders.length).toBeGreaterThan(700);
    const label = orders.find((order) => order.etiqueta_ml_url !== null)?.etiqueta_ml_url ?? '';
    expect((await fetch(label)).headers.get('content-type')).toBe('application/pdf');
    expect(await server.end('SIGTERM')).toBe(0);

    // Like a restored backup: what is due was erased before the server said that it is ready.
    const later = await start(['--demo'], { RETER_DADOS_COMPRADOR_DIAS: '1' });
    const rows = await fetch(`${later.url}/api/pedidos`, { headers });
    const ended = (
      (await rows.json()) as { status: string; cliente_nome: string; criado_em: string }[]
    ).filter(
      ({ status, criado_em }) => status === 'cancelado' && Date.parse(criado_em) < Date.now() - 10 * DAY_MS,
    );
    expect(new Set(ended.map(({ cliente_nome }) => cliente_nome))).toEqual(new Set(['Dados apagados']));
    expect(await later.end('SIGTERM')).toBe(0);

    const real = await start();
    expect((await post(`${real.url}/api/auth/login`, { email, senha })).status).toBe(401);
    expect(await real.end('SIGTERM')).toBe(0);
  });

  it.each([
    [{ PORT: 'x', TRUST_PROXY: 'all' }, [], /^The environment is wrong:\n- PORT: .+\n- TRUST_PROXY: .+\n$/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', JWT_SECRET: 'x'.repeat(32) },
      [],
      /^The database of DATABASE_URL cannot be reached \(ECONNREFUSED\)\.\n$/,
    ],
    [{}, ['--nonsense'], /^Unknown argument: --nonsense\./],
  ])('refuses to start in words, without a stack: %o %o', async (env, args, words) => {
    const { code, err } = await run('main', args, env as Environment);
    expect([code, err]).toEqual([1, expect.stringMatching(words)]);
    expect(err).not.toContain('hunter2');
  });

  it('tells whose port is taken', async () => {
    const taken = createServer().listen();
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await run('main', [], { PORT: String(port) });
    taken.close();
    expect([code, err]).toEqual([1, expect.stringMatching(/^Port \d+ is in use\. .*set PORT\.\n$/)]);
  });
});
