import { describeActivity } from '@esteira/domain/accounts/activity';
import type { ActivityEntry } from '@esteira/validators/accounts/activity';
import { When } from '../../lib/format/when';

/** One act of a list of activity: what, by whom, from where and when. */
export function ActivityRow({ entry, withShop = false }: { entry: ActivityEntry; withShop?: boolean }) {
  const { autor_nome, chave_nome, loja_nome, ip, dispositivo, em } = entry;
  const who = chave_nome === null ? (autor_nome ?? 'Sem conta') : `Chave de API ${chave_nome}`;
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{describeActivity(entry)}</p>
        <p className="text-[13px] [overflow-wrap:anywhere]">
          {who}
          {withShop && loja_nome !== null && loja_nome !== autor_nome && ` · loja de ${loja_nome}`}
        </p>
      </div>
      <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">
        {dispositivo} · {ip} · <When date={em} />
      </p>
    </>
  );
}
