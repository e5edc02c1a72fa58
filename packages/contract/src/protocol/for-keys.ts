import type { Endpoint } from './endpoint.ts'

const CUTTING_PATHS = ['/clip', '/api/video/', '/api/download', '/api/batch', '/api/plans', '/api/health']
const OWNER_PATHS = ['/api/user/profile', '/api/user/subscription', '/api/user/quota', '/api/user/downloads']

/**
 * Whether an API key may make this call. Keys may cut, and read data about their owner. All other calls need a session,
 * so a stolen key cannot change the account, buy plans or create keys. New calls need a session until they are listed.
 */
export const isAllowedForKeys = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  CUTTING_PATHS.some((prefix) => path.startsWith(prefix)) || (method === 'GET' && OWNER_PATHS.includes(path))
