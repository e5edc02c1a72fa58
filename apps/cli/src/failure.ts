import { ERROR_MEANINGS, type ErrorCode } from '@kerf/domain/errors/error-codes'
import type { CutRequest } from './read-arguments.ts'

/** Why there is no clip: what a person reads, and what a script can tell apart. */
export class CutFailure extends Error {
  readonly code: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
  }
}

/** Where the sentence for visitors of a web page would be wrong here. */
const OWN_SENTENCES: Partial<Record<ErrorCode, string>> = {
  source_bot_check: 'YouTube wants a proof that this machine is no robot. Please try again later.',
  source_rate_limited: 'YouTube is limiting this machine at the moment. Please try again in a while.',
  resolver_missing: 'YouTube links need yt-dlp: install it, or name it in YTDLP_PATH.',
  source_failed: 'The video could not be read from where it is.',
  cut_failed: 'The clip could not be made.',
  cancelled: 'Cancelled.',
  invalid_trim: 'The range does not lie inside of the video.',
  not_media: 'There is no video or audio in it.',
  broken_media: 'The media in it is damaged, or not all of it is there.',
  storage_full: 'There is no room left on the disk.',
  clip_empty: 'There is nothing in this range.',
  busy: 'This machine is too busy. Please try again in a moment.',
}

export function failureOf(code: ErrorCode, link: string): CutFailure {
  if (code === 'invalid_link') {
    return new CutFailure(code, `"${link}" is no file that is here, and no link of a video or media file.`)
  }
  return new CutFailure(code, OWN_SENTENCES[code] ?? ERROR_MEANINGS[code])
}

/** Why a video cannot be had as it was asked for. */
export function notOffered({ quality, format }: Pick<CutRequest, 'quality' | 'format'>, hasFrame: boolean) {
  const code: ErrorCode = 'quality_unavailable'
  if (format === 'mp3') return new CutFailure(code, 'There is no audio in it to make an MP3 of.')
  if (!hasFrame) return new CutFailure(code, 'There is no image in it, only audio: -q audio makes an MP3 of it.')
  if (format === 'original') {
    const size = quality ? ` of ${quality}` : ''
    return new CutFailure(code, `There is no image${size} in it whose codec can be kept: leave out --format original.`)
  }
  return new CutFailure(
    code,
    `There is no image of ${quality ?? 'that size'} in it: say a smaller one, or leave out -q.`,
  )
}
