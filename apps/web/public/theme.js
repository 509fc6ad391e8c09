// Runs before the first paint, as a file of its own because the CSP allows no inline script.
// Storage can be forbidden (private modes): then the system's preference decides.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('tema');
  } catch {}
  const dark = choice ? choice === 'escuro' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
})();
