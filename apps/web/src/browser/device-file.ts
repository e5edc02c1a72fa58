import { DEVICE_DIRECTIVES, DEVICE_PATH, namesLink, policyText } from '@kerf/domain/site/device-policy'
import { pagePath } from './own-address.ts'
import type { FileChoice } from './use-file-drop.ts'

const POLICY = policyText(DEVICE_DIRECTIVES)

/** Query of the address by which the server chose the policy of this document. */
const loadedQuery = typeof location === 'undefined' ? '' : location.search

let handedFiles: FileChoice | null = null

/** Keeps files that were dropped on another page until the page for local files takes them. */
export function handFiles(choice: FileChoice): void {
  forbidConnections()
  handedFiles = choice
}

/** The files that another page has handed over, once. */
export function takeHandedFiles(): FileChoice | null {
  const choice = handedFiles
  handedFiles = null
  return choice
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
