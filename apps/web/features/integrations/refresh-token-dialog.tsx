import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { adoptInput } from '@esteira/validators/marketplaces/integration';
import { ActForm } from '../../lib/forms/act-form';
import { InputField } from '../../ui/forms/fields';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useConnectWithRefreshToken } from './use-connection';

const TITLE = 'Conectar a Amazon';
const EXPLANATION =
  'Para uma aplicação privada: no Seller Central, autorize a aplicação e copie o refresh token que ela mostra.';

interface RefreshTokenProps {
  onClose: () => void;
  /** The account that is to be connected again; absent: whichever comes. */
  conta_id?: MarketplaceAccount['id'] | undefined;
}

/** Takes the refresh token of Amazon's private applications: a secret, which is kept nowhere while it is half typed. */
export function RefreshTokenDialog(props: RefreshTokenProps) {
  return (
    <FormDialog onClose={props.onClose} title={TITLE} description={EXPLANATION}>
      <RefreshTokenForm {...props} />
    </FormDialog>
  );
}

function RefreshTokenForm({ onClose, conta_id }: RefreshTokenProps) {
  const adopt = useConnectWithRefreshToken();
  return (
    <ActForm
      schema={adoptInput}
      empty={{ marketplace: 'amazon', conta_id, refresh_token: '', vendedor_id: '' }}
      first="refresh_token"
      act={adopt}
      label="Conectar"
      onDone={onClose}
      onClose={onClose}
    >
      {(field) => (
        <>
          <InputField
            label="Refresh token *"
            hint="Começa com Atzr|"
            type="password"
            aria-required
            autoComplete="off"
            {...field('refresh_token')}
          />
          <InputField
            label="ID do vendedor *"
            hint="No Seller Central: Configurações, Informações da conta, Token do vendedor"
            aria-required
            autoComplete="off"
            {...field('vendedor_id')}
          />
        </>
      )}
    </ActForm>
  );
}
