import type { LoginInput, RegisterInput } from '@esteira/validators/account';
import { type Resolver, useForm } from 'react-hook-form';

// The first page anybody sees comes without the schemas and their library; they follow with the first focus.
const schemas = () => import('./account-schemas');

const judgeLogin: Resolver<LoginInput> = async (values, context, options) =>
  (await schemas()).loginResolver(values, context, options);

const judgeRegistration: Resolver<RegisterInput> = async (values, context, options) =>
  (await schemas()).registerResolver(values, context, options);

/** Asks for the schemas before they are needed. Failing is no harm: the server judges too, and submit asks again. */
export function warmUpSchemas(): void {
  schemas().catch(() => undefined);
}

export function useLoginForm() {
  return useForm<LoginInput>({ resolver: judgeLogin, defaultValues: { email: '', senha: '' } });
}

export function useRegisterForm() {
  return useForm<RegisterInput>({
    resolver: judgeRegistration,
    defaultValues: { nome: '', email: '', senha: '' },
  });
}
