import { loginInput, registerInput } from '@esteira/validators/accounts/account';
import { zodResolver } from '@hookform/resolvers/zod';

export const loginResolver = zodResolver(loginInput);
export const registerResolver = zodResolver(registerInput);
