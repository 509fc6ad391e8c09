import { formatDate, formatTime } from '@esteira/domain/calendar';
import { MARKETPLACE_OF } from '@esteira/domain/marketplaces';
import type { OwnUser } from '@esteira/validators/accounts/account';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { TriangleAlert } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { useMayDo } from '../../lib/session/session';
import { useCancelDeletion } from '../../lib/session/use-deletion';
import { paths } from '../../paths';

type ShellBannerProps = {
  /** What it is about, for whoever hears of it. */
  label: string;
  title: string;
  text: string;
  action: string;
  /** For what comes up while the seller is at work: read out at once. */
  alert?: boolean;
} & (
  | {
      /** Where it can be put right. */
      to: string;
      onAct?: never;
    }
  | { onAct: () => void; to?: never }
);

const ACTION_CLASS =
  'inline-flex h-7 max-sm:h-10 shrink-0 items-center rounded-md border border-current px-2.5 font-medium text-[13px] hover:bg-surface';

/** One line above the content of every page, about what keeps the seller from working. */
export function ShellBanner({ label, title, text, to, onAct, action, alert }: ShellBannerProps) {
  return (
    <aside
      aria-label={label}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-warning-border border-b bg-warning-soft px-4 py-2 text-warning-text sm:px-6 lg:px-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p role={alert ? 'alert' : undefined} className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{title}</strong>
        <span className="max-sm:block sm:ml-2">{text}</span>
      </p>
      {to === undefined ? (
        <button type="button" onClick={onAct} className={ACTION_CLASS}>
          {action}
        </button>
      ) : (
        <Link to={to} className={ACTION_CLASS}>
          {action}
        </Link>
      )}
    </aside>
  );
}

/** A weak password is to be replaced; when its time is over, only the page of the account opens. */
export function PasswordBanner({ weak }: { weak: NonNullable<OwnUser['trocar_senha']> }) {
  const { pathname } = useLocation();
  return (
    <>
      {weak.restrita && pathname !== paths.account && <Navigate to={paths.account} replace />}
      <ShellBanner
        label="Senha"
        title="Sua senha não atende mais às regras."
        text={
          weak.restrita
            ? 'Troque a sua senha em Configurações → Conta para continuar.'
            : `Troque até ${formatDate(weak.ate)}.`
        }
        to={paths.account}
        action="Trocar senha"
      />
    </>
  );
}

const LIST = new Intl.ListFormat('pt-BR');

/** Accounts whose tokens their marketplace takes no more. */
export function RefusedBanner({ accounts: refused }: { accounts: IntegrationStatus['a_reconectar'] }) {
  const isOwner = useMayDo('owner');
  const accounts = refused.map(({ nome, marketplace }) => `${nome} ${MARKETPLACE_OF[marketplace]}`);
  const names = LIST.format(accounts);
  return (
    <ShellBanner
      alert
      label="Conta a reconectar"
      title={
        accounts.length === 1
          ? `A conta ${names} precisa ser reconectada.`
          : `As contas ${names} precisam ser reconectadas.`
      }
      text="Enquanto isso, pedidos e anúncios não são atualizados."
      to={paths.integrations}
      action={isOwner ? 'Reconectar' : 'Ver integrações'}
    />
  );
}

/** Buyers of Amazon's are about to be kept for a shorter time: until then invoices can be saved. */
export function ErasingBanner({ from }: { from: string }) {
  return (
    <ShellBanner
      label="Dados de compradores"
      title={`A partir de ${formatDate(from)} os dados de compradores da Amazon são apagados 30 dias após a entrega.`}
      text="Baixe antes as notas que a lei manda guardar."
      to={`${paths.orders}?marketplace=amazon`}
      action="Ver pedidos da Amazon"
    />
  );
}

/** Where Amazon is connected and the password is older than a year. */
export function OldPasswordBanner() {
  return (
    <ShellBanner
      label="Senha"
      title="Sua senha tem mais de um ano."
      text="A Amazon pede uma nova a cada ano."
      to={paths.account}
      action="Trocar senha"
    />
  );
}

/** Without a plan that is paid for. */
export function InactiveBanner() {
  return (
    <ShellBanner
      label="Assinatura"
      title="Assinatura Inativa"
      text="Assine um plano para acessar todas as funcionalidades"
      to={paths.pricing}
      action="Ver Planos"
    />
  );
}

/** While the account waits to be deleted: until when it is there, and the way back. */
export function DeletionNotice({ at }: { at: string }) {
  const cancel = useCancelDeletion();
  return (
    <ShellBanner
      label="Exclusão da conta"
      title={`Sua conta será excluída em ${formatDate(at)} às ${formatTime(at)}.`}
      text="Até lá tudo continua funcionando."
      action="Cancelar exclusão"
      onAct={() => !cancel.isPending && cancel.mutate()}
    />
  );
}
