import type { Endpoint } from './endpoint.ts'

const CUTTING = ['/clip', '/api/video/', '/api/download', '/api/batch', '/api/plans', '/api/health']
const ABOUT_ONESELF = ['/api/user/profile', '/api/user/subscription', '/api/user/quota', '/api/user/downloads']

/**
 * Whether an API key may make this call: cutting, and reading data about its owner. Everything else needs a session:
 * a stolen key cannot change the account, buy plans or create keys. New calls need a session until they are listed.
 */
export const isForKeys = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  CUTTING.some((start) => path.startsWith(start)) || (method === 'GET' && ABOUT_ONESELF.includes(path))
