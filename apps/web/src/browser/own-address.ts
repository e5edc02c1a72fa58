import { BASE_PATH } from '@kerf/contract/protocol/base-path'

/** Path of the current page without the server's own path, as `PAGES` spells it. */
export const pagePath = (): string => location.pathname.slice(BASE_PATH.length) || '/'

/** Address of this server, without a slash at its end. */
export const ownServerAddress = (): string => location.origin + BASE_PATH
