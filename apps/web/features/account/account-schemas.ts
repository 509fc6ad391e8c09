import { changeEmailInput, changePasswordInput, renameInput } from '@esteira/validators/accounts/account';
import { zodResolver } from '@hookform/resolvers/zod';

export const renameResolver = zodResolver(renameInput);
export const changeEmailResolver = zodResolver(changeEmailInput);
export const changePasswordResolver = zodResolver(changePasswordInput);
