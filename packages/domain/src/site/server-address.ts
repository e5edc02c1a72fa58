/**
 * First parts of the paths that this site uses itself. A path in PUBLIC_URL contains none of them, so that an address
 * shows where that path ends.
 */
export const OWN_PATH_PARTS: ReadonlySet<string> = new Set([
  'admin',
  'admin-test',
  'api',
  'assets',
  'batch',
  'changelog',
  'clip',
  'confirm-email',
  'confirm-newsletter',
  'contact',
  'dashboard',
  'device',
  'dmca',
  'end-newsletter',
  'forgot-password',
  'icons',
  'livez',
  'mcp',
  'metrics',
  'paypal',
  'privacy',
  'profile',
  'readyz',
  'reset-password',
  'sample',
  'setup',
  'signin',
  'signup',
  'subscription',
  'terms',
  'tools',
])

/** Address of the server to which an address belongs: `https://home.example/kerf` for `https://home.example/kerf/tools`. */
export function serverAddressOf({ origin, pathname }: URL): string {
  const parts = pathParts(pathname)
  const ownPart = parts.findIndex((part) => OWN_PATH_PARTS.has(part))
  return [origin, ...(ownPart < 0 ? parts : parts.slice(0, ownPart))].join('/')
}

/** Parts of a path. Slashes that are repeated or at the end have no meaning. */
export const pathParts = (path: string): string[] => path.split('/').filter((part) => part !== '')
