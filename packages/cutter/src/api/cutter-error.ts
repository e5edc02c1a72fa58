/**
 * Why a cut is impossible.
 * - not_media: the bytes are no media file (a web page, an empty file)
 * - unsupported_media: a media file, but of a kind that cannot be cut
 * - broken_media: its tables contradict its bytes
 * - unfinished_media: a recording or download that ended before its index (of an MP4) was written
 * - range_outside: the range is empty, reversed, or outside the media
 * - nothing_in_range: no frame is shown, or no audio decoded, inside the range
 * - begins_later: the range ends before the first frame that can be shown (BeginsLaterError)
 * - too_long: the range is longer than such a clip may be
 * - too_large: the clip would be larger than the limits allow
 * - does_not_fit: the clip would be larger than its request allows, however small its frames are
 * - source_failed: the byte source did not deliver
 * - sink_failed: the clip could not be written (a full disk, a forbidden path); the cause tells why
 * - cancelled: the signal was aborted
 */
export type CutterErrorCode =
  | 'not_media'
  | 'unsupported_media'
  | 'broken_media'
  | 'unfinished_media'
  | 'range_outside'
  | 'nothing_in_range'
  | 'begins_later'
  | 'too_long'
  | 'too_large'
  | 'does_not_fit'
  | 'source_failed'
  | 'sink_failed'
  | 'cancelled'

export class CutterError extends Error {
  override readonly name = 'CutterError'
  readonly code: CutterErrorCode

  constructor(code: CutterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Audio whose packets turned out to be of another form than their container says, or could not be decoded in it. */
export class AudioFormError extends CutterError {
  constructor(message: string) {
    super('broken_media', message)
  }
}

/** The range ends before the first frame that can be shown. */
export class BeginsLaterError extends CutterError {
  /** When that frame is shown. */
  readonly firstFrameSeconds: number

  constructor(firstFrameSeconds: number) {
    super('begins_later', `The first frame that can be shown is at ${firstFrameSeconds} s.`)
    this.firstFrameSeconds = firstFrameSeconds
  }
}

/** The errors of foreign bytes: a kind of media that cannot be cut, and media that contradicts itself. */
export const unsupportedMedia = (message: string) => new CutterError('unsupported_media', message)
export const brokenMedia = (message: string) => new CutterError('broken_media', message)

/** Call it after every await. A cancelled cut ends as CutterError('cancelled'); the signal's own reason is its cause. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CutterError('cancelled', 'The cut was cancelled.', { cause: signal.reason })
}

/** Anything thrown while foreign bytes are interpreted means that the bytes are wrong; our own errors pass unchanged. */
export function asBrokenMedia(error: unknown, what: string): CutterError {
  if (error instanceof CutterError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new CutterError('broken_media', `${what}: ${reason}`, { cause: error })
}
