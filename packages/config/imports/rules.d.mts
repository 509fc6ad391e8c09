export const RULES: { name: string; comment: string }[];
