declare const document: { documentElement: { dataset: { base?: string } } } | undefined

/**
 * Path of a server that shares its host with others, such as `/kerf`. The server wrote it into the page; outside of
 * pages it is empty.
 */
export const BASE_PATH = typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '')
