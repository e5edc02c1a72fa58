import { format } from 'node:util'
import { scrubCause } from '@kerf/domain/errors/failure-cause'
import type { Logger } from 'pino'

/**
 * What libraries print by themselves goes to the log: better-auth prints errors of the database, with the values of the query, among which
 * are emails and tokens. Errors are told as everywhere in the log, other words without what opens anything. Answers how to undo it.
 */
export function logPrinted(log: Pick<Logger, 'error' | 'warn'>): () => void {
  const undo = (['error', 'warn'] as const).map((level) => {
    const former = console[level]
    const told = (...printed: unknown[]): void => {
      const error = printed.find((part) => part instanceof Error)
      const words = printed.filter((part) => typeof part === 'string')
      const message = scrubCause(format(...(words.length > 0 || error ? words : printed)))
      log[level](error ? { err: error, message } : { message }, 'printed by a library')
    }
    console[level] = told
    return () => {
      if (console[level] === told) console[level] = former
    }
  })
  return () => {
    for (const restore of undo) restore()
  }
}
