import { costSettingsInput } from '@esteira/validators/costs/costs';
import { zodResolver } from '@hookform/resolvers/zod';

export const costSettingsResolver = zodResolver(costSettingsInput);
