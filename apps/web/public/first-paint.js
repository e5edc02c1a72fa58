// Runs before the first paint, so that nothing flashes. The content security policy allows no inline script.
const page = document.documentElement
// Path of the server, where it shares its host with others. A proxy may also deliver the page outside of it.
const { base = '' } = page.dataset
if (!`${location.pathname}/`.startsWith(`${base}/`))
  location.replace(base + location.pathname + location.search + location.hash)
try {
  const theme = localStorage.getItem(`kerf:theme${base}`)
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
} catch {
  // The browser denies storage, so the system's theme applies.
}
// Pages are prerendered for strangers. For a signed-in visitor, the links to sign in are hidden until the session is
// known.
if (document.cookie.split('; ').includes('kerf_signed_in=1')) page.dataset.knownHere = ''
// If the app's module cannot be fetched, the prerendered page does not react to input, so a message is shown. Errors of
// elements do not bubble, so the listener captures them.
addEventListener(
  'error',
  (event) => {
    const { target } = event
    // Only the app is a module. For PayPal's script the page shows a message of its own.
    if (target instanceof HTMLScriptElement && target.type === 'module')
      document.getElementById('not-loaded')?.removeAttribute('hidden')
  },
  true,
)
