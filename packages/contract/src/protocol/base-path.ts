declare const document: { documentElement: { dataset: { base?: string } } } | undefined

/**
 * Path of a server that shares its host with other programs, such as `/kerf`. The server writes it into its pages.
 * Outside of pages it is empty.
 */
export const BASE_PATH = typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '')
