import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { FORMATS, isAudio } from '@kerf/domain/formats/clip-format'
import { otherSiteOf } from '@kerf/domain/links/other-site'
import { ERROR_MEANINGS, REASON_MEANINGS } from '@kerf/messages/error-meanings'
import type { Refusal } from '@kerf/server/open-link'
import type { CutArguments } from './arguments/read-arguments.ts'

/** A failure to make a clip, with a sentence for people and a code for scripts. */
export class CutFailure extends Error {
  readonly code: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
  }
}

/** Sentences that replace the web page's sentences on the command line. */
const COMMAND_LINE_SENTENCES: Partial<Record<ErrorCode, string>> = {
  source_bot_check: 'YouTube is asking this machine to prove that it is not a robot. Please try again later.',
  source_rate_limited: 'YouTube is limiting requests from this machine. Please try again later.',
  resolver_missing: 'YouTube links need yt-dlp. Install it, or set YTDLP_PATH to it.',
  source_failed: 'The video could not be read.',
  cut_failed: 'The clip could not be made.',
  cancelled: 'Cancelled.',
  invalid_trim: 'The range is not inside the video.',
  not_media: 'This file has no video or audio.',
  broken_media: 'The file is damaged or incomplete.',
  unfinished_media: 'The file was not finished: its index is missing.',
  storage_full: 'The disk is full.',
  clip_empty: 'There is nothing in this range.',
  busy: 'This machine is too busy. Please try again in a moment.',
}

/**
 * The failure for an error code. It names forbidden addresses and the cause of a failed cut, because users of the
 * command line may know them.
 */
export function failureOf(
  code: ErrorCode,
  link: string,
  { trouble = {}, cause }: Pick<Refusal, 'trouble' | 'cause'> = {},
): CutFailure {
  if (code === 'invalid_link') {
    const url = URL.parse(link)
    const site = url?.protocol === 'https:' || url?.protocol === 'http:' ? url.host : otherSiteOf(link)
    const sentence =
      site === null
        ? `"${link}" is not an existing file, and not a link to a video or media file.`
        : `${site} is an unsupported site. Links to YouTube videos, media files and HLS playlists can be cut.`
    return new CutFailure(code, sentence)
  }
  if (trouble.forbidden) return new CutFailure(code, REASON_MEANINGS.not_allowed(trouble.forbidden))
  if (trouble.reason) return new CutFailure(code, REASON_MEANINGS[trouble.reason](trouble.about ?? ''))
  const sentence = COMMAND_LINE_SENTENCES[code] ?? ERROR_MEANINGS[code]
  return new CutFailure(code, code === 'cut_failed' && cause ? `${sentence} ${cause}` : sentence)
}

export function notOfferedFailure({ quality, format }: Pick<CutArguments, 'quality' | 'format'>, hasVideo: boolean) {
  const code: ErrorCode = 'quality_unavailable'
  if (isAudio(format)) {
    const { article } = FORMATS[format]
    return new CutFailure(code, `This video has no audio to make ${article} ${format.toUpperCase()} of.`)
  }
  if (!hasVideo) return new CutFailure(code, 'There is no video, only audio. Use -q audio to make an MP3.')
  if (format === 'original') {
    const size = quality ? ` in ${quality}` : ''
    return new CutFailure(code, `There is no video${size} whose codec can be copied. Leave out --format original.`)
  }
  return new CutFailure(code, `There is no video in ${quality ?? 'that size'}. Choose a smaller one, or leave out -q.`)
}
