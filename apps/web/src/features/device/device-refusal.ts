import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { deviceWords } from '#messages/clips/device.ts'
import { EngineError } from './engine-client.ts'
import { linkErrorIn } from './link-error.ts'

const words = deviceWords.refusals

/** Reason for which this browser cannot cut files at all; null where it can. */
export function browserRefusal(): string | null {
  if (!isSecureContext) return words.insecure
  const hasCodecs = [globalThis.VideoDecoder, globalThis.VideoEncoder, globalThis.AudioDecoder].every(Boolean)
  return hasCodecs ? null : words.webcodecs
}

/** Sentence about a failed call of the engine, or a failed read of a link. */
export function engineErrorSentence(error: unknown): string {
  const linkError = linkErrorIn(error)
  if (linkError) return words[linkError.code]
  if (!(error instanceof EngineError)) return words.engine_failed
  const { code, firstFrameSeconds = 0 } = error.fault
  return code === 'begins_later' ? words.begins_later(formatTimecode(firstFrameSeconds, 3)) : words[code]
}
