import type {
  AccountConnector,
  Accounts,
  LearnedOfAccount,
  ListingModel,
  SellerAccount,
} from '../src/account';
import { AdapterError } from '../src/adapter-error';

/** What connecting an account gave. */
type Connection = { vendedor_id: string; access_token: string; refresh_token: string };
type Kept = Connection & Pick<SellerAccount, 'modelo_anuncio' | 'sem_dados_pessoais'>;

/** Connected accounts in this process, renewed one at a time as the server does under its lock. */
export class MemoryAccounts implements Accounts {
  readonly #kept = new Map<string, Kept>();
  readonly #renewing = new Map<string, Promise<SellerAccount>>();

  constructor(readonly connector: AccountConnector) {}

  /** Stores what connecting gave. */
  connect(usuarioId: string, connection: Connection, modelo_anuncio: ListingModel = null): void {
    const { vendedor_id, access_token, refresh_token } = connection;
    const tokens = { vendedor_id, access_token, refresh_token };
    this.#kept.set(usuarioId, { ...tokens, modelo_anuncio, sem_dados_pessoais: false });
  }

  async current({ usuarioId }: { usuarioId: string }): Promise<SellerAccount> {
    return toAccount(this.#find(usuarioId));
  }

  async renewed({ usuarioId }: { usuarioId: string }, refusedToken: string): Promise<SellerAccount> {
    const kept = this.#find(usuarioId);
    if (kept.access_token !== refusedToken) return toAccount(kept);
    const running = this.#renewing.get(usuarioId);
    if (running) return running;
    const renewal = this.#renew(usuarioId, kept).finally(() => this.#renewing.delete(usuarioId));
    this.#renewing.set(usuarioId, renewal);
    return renewal;
  }

  async remember({ usuarioId }: { usuarioId: string }, learned: LearnedOfAccount): Promise<void> {
    Object.assign(this.#find(usuarioId), learned);
  }

  async #renew(usuarioId: string, kept: Kept): Promise<SellerAccount> {
    const { access_token, refresh_token } = await this.connector.renew(kept.refresh_token);
    const next = { ...kept, access_token, refresh_token };
    this.#kept.set(usuarioId, next);
    return toAccount(next);
  }

  #find(usuarioId: string): Kept {
    const kept = this.#kept.get(usuarioId);
    if (!kept) throw new AdapterError('reconnect_required', 'Nenhuma conta conectada.');
    return kept;
  }
}

function toAccount({ refresh_token, ...account }: Kept): SellerAccount {
  return account;
}
