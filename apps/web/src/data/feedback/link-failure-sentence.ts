import { ApiError } from '@kerf/contract/protocol/client'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import { reasonSentences } from '#messages/refusal-reasons.ts'
import { calendarTime } from '../formatting/dates.ts'
import { LOCALE } from '../formatting/interface-locale.ts'
import { invalidLinkSentence } from '../site-options.ts'
import { failureSentence } from './failure-sentence.ts'

const isKnownReason = (reason: string): reason is RefusalReason => Object.hasOwn(reasonSentences, reason)

/** Sentence about why a link was not opened: from the reason that the server gives, else from its code. */
export function linkFailureSentence(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : null
  if (reason === null || !isKnownReason(reason)) return failureSentence(error)
  const { about } = error as ApiError
  const isTime = reason === 'starts_at' && !Number.isNaN(Date.parse(about))
  const sentence = reasonSentences[reason](isTime ? calendarTime(about, LOCALE) : about)
  return reason === 'other_site' ? `${sentence} ${invalidLinkSentence()}` : sentence
}
