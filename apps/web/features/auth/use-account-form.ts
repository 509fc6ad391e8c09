import type { LoginInput, RegisterInput } from '@esteira/validators/accounts/account';
import { type Resolver, useForm } from 'react-hook-form';

// The first page anybody sees comes without the schemas and their library; they follow with the first focus.
const schemas = () => import('./account-schemas');

/** Where the schemas cannot be loaded, only the server validates. */
const validateLogin: Resolver<LoginInput> = async (values, context, options) =>
  (await schemasOrNone())?.loginResolver(values, context, options) ?? { values, errors: {} };

const validateRegistration: Resolver<RegisterInput> = async (values, context, options) =>
  (await schemasOrNone())?.registerResolver(values, context, options) ?? { values, errors: {} };

function schemasOrNone() {
  return schemas().catch(() => null);
}

/** Asks for the schemas before they are needed; submit asks again. */
export function warmUpSchemas(): void {
  void schemasOrNone();
}

export function useLoginForm() {
  return useForm<LoginInput>({ resolver: validateLogin, defaultValues: { email: '', senha: '' } });
}

export function useRegisterForm() {
  return useForm<RegisterInput>({
    resolver: validateRegistration,
    defaultValues: { nome: '', email: '', senha: '' },
  });
}
