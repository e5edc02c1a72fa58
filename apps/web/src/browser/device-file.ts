import { DEVICE_DIRECTIVES, DEVICE_PATH, namesLink, policyText } from '@kerf/domain/site/device-policy'
import { pagePath } from './own-address.ts'

const POLICY = policyText(DEVICE_DIRECTIVES)

/** Query of the address by which the server chose the policy of this document. */
const loadedQuery = typeof location === 'undefined' ? '' : location.search

let handedFile: File | null = null

/** Keeps a file that was dropped on another page until the page for local files takes it. */
export function handFile(file: File): void {
  forbidConnections()
  handedFile = file
}

/** The file that another page has handed over, once. */
export function takeHandedFile(): File | null {
  const file = handedFile
  handedFile = null
  return file
}

/**
 * Forbids this document to send anything, as long as it is open. The page of the server has this policy from the start;
 * a page on which a file is dropped gets it before the file is read.
 */
export function forbidConnections(): void {
  if (areConnectionsForbidden()) return
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = POLICY
  document.head.append(meta)
}

const areConnectionsForbidden = (): boolean =>
  typeof document !== 'undefined' && document.head.querySelector(`meta[content="${POLICY}"]`) !== null

/**
 * Whether the policy of this document may allow the origin of a link. Such a document opens no file: people who choose
 * one come to the page that may connect to nothing.
 */
export const isLinkDocument = (): boolean =>
  pagePath() === DEVICE_PATH && (namesLink(loadedQuery) || namesLink(location.search))

/** Whether this document cannot show the page at `path`, which needs connections. */
export const mustLoadAgain = (path: string): boolean => path !== DEVICE_PATH && areConnectionsForbidden()
