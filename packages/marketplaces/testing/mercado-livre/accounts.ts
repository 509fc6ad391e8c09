import type { AccountConnector, Accounts, ListingModel, SellerAccount } from '../../src/account';
import { AdapterError } from '../../src/adapter-error';
import type { FakeConnection } from './sellers';

type Kept = FakeConnection & { modelo_anuncio: ListingModel };

/** Connected accounts in this process, renewed one at a time as the server does under its lock. */
export class MemoryAccounts implements Accounts {
  readonly #kept = new Map<string, Kept>();
  readonly #renewing = new Map<string, Promise<SellerAccount>>();

  constructor(readonly connector: AccountConnector) {}

  /** Stores what connecting gave. */
  connect(usuarioId: string, conexao: FakeConnection, modelo_anuncio: ListingModel): void {
    this.#kept.set(usuarioId, { ...conexao, modelo_anuncio });
  }

  async current({ usuarioId }: { usuarioId: string }): Promise<SellerAccount> {
    return accountOf(this.#find(usuarioId));
  }

  async renewed({ usuarioId }: { usuarioId: string }, recusado: string): Promise<SellerAccount> {
    const kept = this.#find(usuarioId);
    if (kept.access_token !== recusado) return accountOf(kept);
    const running = this.#renewing.get(usuarioId);
    if (running) return running;
    const renewal = this.#renew(usuarioId, kept).finally(() => this.#renewing.delete(usuarioId));
    this.#renewing.set(usuarioId, renewal);
    return renewal;
  }

  async noteListingModel({ usuarioId }: { usuarioId: string }, modelo: ListingModel): Promise<void> {
    this.#find(usuarioId).modelo_anuncio = modelo;
  }

  async #renew(usuarioId: string, kept: Kept): Promise<SellerAccount> {
    const grant = await this.connector.renew(kept.refresh_token);
    const next = { ...kept, ...grant };
    this.#kept.set(usuarioId, next);
    return accountOf(next);
  }

  #find(usuarioId: string): Kept {
    const kept = this.#kept.get(usuarioId);
    if (!kept) throw new AdapterError('reconnect_required', 'Nenhuma conta conectada.');
    return kept;
  }
}

function accountOf({ access_token, vendedor_id, modelo_anuncio }: Kept): SellerAccount {
  return { access_token, vendedor_id, modelo_anuncio };
}
