import { accountNames, changeEmailInput, changePasswordInput } from '@esteira/validators/accounts/account';
import { zodResolver } from '@hookform/resolvers/zod';

export const accountNamesResolver = zodResolver(accountNames);
export const changeEmailResolver = zodResolver(changeEmailInput);
export const changePasswordResolver = zodResolver(changePasswordInput.omit({ novo_token: true }));
