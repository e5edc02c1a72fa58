import type { Endpoint } from './endpoint.ts'

const CUTTING = ['/api/video/', '/api/download', '/api/batch', '/api/plans', '/api/health']
const ABOUT_ONESELF = ['/api/user/profile', '/api/user/subscription', '/api/user/quota', '/api/user/downloads']

/**
 * Whether an API key opens this call: cutting, and reading about oneself. Everything else wants a session, so that a stolen
 * key changes no account, buys nothing and makes no further keys. What is new is not for keys until it is named here.
 */
export const isForKeys = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  CUTTING.some((start) => path.startsWith(start)) || (method === 'GET' && ABOUT_ONESELF.includes(path))
