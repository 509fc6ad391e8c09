import { lazyDialog } from '../../lib/lazy-dialog';

export const DisconnectDialog = lazyDialog(() => import('./disconnect-dialog'), 'DisconnectDialog', {
  title: ({ account }) => `Desconectar ${account.nome}?`,
});

export const RefreshTokenDialog = lazyDialog(() => import('./refresh-token-dialog'), 'RefreshTokenDialog', {
  title: 'Conectar a Amazon',
});
