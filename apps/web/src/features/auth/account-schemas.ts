import { loginInput, registerInput } from '@esteira/validators/account';
import { zodResolver } from '@hookform/resolvers/zod';

export const loginResolver = zodResolver(loginInput);
export const registerResolver = zodResolver(registerInput);
