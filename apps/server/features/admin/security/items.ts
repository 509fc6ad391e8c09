import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { users } from '@esteira/db/schema/accounts/users';
import { countText } from '@esteira/domain/text/count-text';
import type { SecurityItem } from '@esteira/validators/administration/admin-security';
import { and, count, eq, isNotNull, notExists } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { readWaitingEmails } from '../../mail/waiting';
import { countSealed, describeKeys } from '../keys/reseal';

const HEALTH = '/admin?aba=saude';

/** The switch of what refuses people (docs/decisions/0091-one-switch.md). */
export function policies({ enforcePolicies, connectors }: Deps): SecurityItem {
  const item = { codigo: 'politicas', titulo: 'Regras de segurança', caminho: null };
  if (enforcePolicies) return { ...item, estado: 'em_ordem', texto: 'As regras são exigidas de todos.' };
  const isReal = Object.values(connectors).some((connector) => connector !== null);
  return isReal
    ? {
        ...item,
        estado: 'atencao',
        texto: 'As regras só avisam, e há marketplaces reais. Use SEGURANCA=exigir.',
      }
    : { ...item, estado: 'em_ordem', texto: 'As regras só avisam: todos os marketplaces são simulados.' };
}

/** Whether every admin signs in with a second step. */
export async function adminTwoStep({ db }: Deps): Promise<SecurityItem> {
  const item = {
    codigo: 'duas_etapas_admin',
    titulo: 'Verificação em duas etapas dos administradores',
    caminho: '/configuracoes/conta',
  };
  const on = db
    .select()
    .from(twoStep)
    .where(and(eq(twoStep.usuario_id, users.id), isNotNull(twoStep.ligada_em)));
  const [found] = await db
    .select({ total: count() })
    .from(users)
    .where(and(users.is_admin, users.ativo, notExists(on)));
  const without = found?.total ?? 0;
  if (without === 0)
    return { ...item, estado: 'em_ordem', texto: 'Todos os administradores entram com senha e código.' };
  const who = countText(without, 'administrador entra', 'administradores entram');
  return { ...item, estado: 'urgente', texto: `${who} só com a senha. Cada um liga a sua em Conta.` };
}

/** How e-mails leave: links for new passwords are among them. */
export async function mail(deps: Deps): Promise<SecurityItem> {
  const item = { codigo: 'emails', titulo: 'E-mails', caminho: HEALTH };
  if (deps.mail?.modo !== 'smtp')
    return {
      ...item,
      estado: 'atencao',
      texto: 'Nenhum e-mail sai: quem esquece a senha depende de um administrador. Configure SMTP_URL.',
    };
  const { late } = await readWaitingEmails(deps);
  if (late === 0) return { ...item, estado: 'em_ordem', texto: 'Os e-mails saem.' };
  const texto = `${countText(late, 'e-mail não saiu', 'e-mails não saíram')}. Veja o motivo em Saúde.`;
  return { ...item, estado: 'urgente', texto };
}

/** Whether everything that is sealed opens, and by which key. */
export async function sealedValues(deps: Deps): Promise<SecurityItem> {
  const item = { codigo: 'valores_selados', titulo: 'Valores criptografados', caminho: null };
  const counts = await countSealed(deps);
  if (counts.anterior === 0 && counts.sem_chave === 0)
    return { ...item, estado: 'em_ordem', texto: 'Todos usam a chave atual.' };
  const texto = `${describeKeys(counts).join('. ')}.`;
  return { ...item, estado: counts.sem_chave > 0 ? 'urgente' : 'atencao', texto };
}

/** What the environment alone tells. */
export function installationItems({ installation, publicUrl }: Deps): SecurityItem[] {
  const { isSecretGiven, isDatabaseEncrypted, securityContact } = installation;
  const isPrivate = publicUrl().startsWith('https:') || isOwnMachine(publicUrl());
  const told = (
    codigo: string,
    titulo: string,
    [isFine, fine, other]: [isFine: boolean, fine: string, other: string],
  ): SecurityItem => ({
    codigo,
    titulo,
    estado: isFine ? 'em_ordem' : 'atencao',
    texto: isFine ? fine : other,
    caminho: null,
  });
  return [
    told('chave', 'Chave do servidor', [
      isSecretGiven,
      'JWT_SECRET vem do ambiente.',
      'JWT_SECRET foi gerada e fica na pasta dos dados: quem copia a pasta leva a chave. Configure a sua.',
    ]),
    told('https', 'HTTPS', [
      isPrivate,
      'O endereço público é https, ou só desta máquina.',
      'O endereço público não é https: senhas passam abertas pela rede. Use um proxy com TLS e PUBLIC_URL.',
    ]),
    told('banco', 'Conexão com o banco', [
      isDatabaseEncrypted,
      'É criptografada, ou não sai da rede privada.',
      'Sai da rede privada sem criptografia. Use sslmode=verify-full em DATABASE_URL.',
    ]),
    told('contato', 'Contato de segurança', [
      securityContact !== null,
      'Está em /.well-known/security.txt.',
      'Ninguém sabe onde relatar uma falha. Configure SEGURANCA_CONTATO.',
    ]),
  ];
}

const isOwnMachine = (url: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.canParse(url) ? new URL(url).hostname : '');
