// Runs before the first paint, so that nothing flashes. A file of its own: the policy allows no inline script.
const page = document.documentElement
try {
  const theme = localStorage.getItem('kerf:theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
} catch {
  // Storage is closed to us: the system's theme it is.
}
// The pages were built for strangers: for a signed-in visitor, the links to sign in are hidden until the session is known.
if (document.cookie.split('; ').includes('kerf_signed_in=1')) page.dataset.knownHere = ''
// The app itself could not be fetched: what was built beforehand may be there, but nothing on it answers. Errors of elements
// do not bubble.
addEventListener(
  'error',
  (event) => {
    const { target } = event
    // Only the app is a module; the payment provider's script has its own words.
    if (target instanceof HTMLScriptElement && target.type === 'module')
      document.getElementById('not-loaded')?.removeAttribute('hidden')
  },
  true,
)
