import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import { errorSentences, needsAccountSentence } from './en/error-sentences.ts'
import { reasonSentences } from './en/refusal-reasons.ts'

/** Sentence for a quality that needs an account or a plan. @param freeMaxQuality best quality of a free account */
export function highQualitySentence(freeMaxQuality: string): string {
  const best = freeMaxQuality === '360p' ? freeMaxQuality : `up to ${freeMaxQuality}`
  return `High-quality downloads are available with Pro subscription. Free users can download ${best} and audio only.`
}

export { needsAccountSentence }

/** Sentence for a clip that is longer than the operator allows. */
export const clipLengthSentence = (minutes: number): string =>
  `Clips on this server can be up to ${minutes === 1 ? '1 minute' : `${minutes} minutes`} long. Please choose a shorter range.`

/**
 * English sentences of the API and the command line, by code. They are the sentences of the pages, except where these
 * speak of a page.
 */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  ...errorSentences,
  invalid_request: 'The request is not what this call expects.',
  body_too_large: 'The request is too large.',
  not_json: 'The request must be JSON.',
  unknown_host: 'Nothing can be changed at this address, because PUBLIC_URL does not name it.',
  not_found: 'There is nothing here.',
  resolver_missing: 'This server cannot open YouTube links yet: its downloader is missing.',
}

/** English sentences by reason. A reason's sentence replaces the one of its code. The command line has no server. */
export const REASON_MEANINGS: Readonly<Record<RefusalReason, (detail: string) => string>> = {
  ...reasonSentences,
  dns: (host) => `No public address was found for ${host} (DNS).`,
  network: (host) => `There is no way to ${host} in this network.`,
  proxy: (host) => `The proxy did not connect to ${host}.`,
  refused: (host) => `${host} refused the connection.`,
  broken: (host) => `The connection to ${host} was broken off.`,
  status: (status) => `The source answered with HTTP status ${status}.`,
  starts_at: (iso) => `This video begins at ${iso}. It can be cut once it is published.`,
  restricted_mode: () => "The network does not show this video: it enforces YouTube's Restricted Mode.",
  content_warning: () => 'YouTube shows this video only after a content warning was confirmed by a signed-in viewer.',
}
