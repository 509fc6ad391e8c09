/** '24/08/2026' of '2026-08-24'. */
export const formatDay = (day: string) => day.split('-').reverse().join('/');

/** '24/08' of '2026-08-24'. */
export const formatDayMonth = (day: string) => formatDay(day).slice(0, 5);
