/**
 * The reason why a cut is impossible.
 * - not_media: the bytes are no media file (a web page, an empty file)
 * - unsupported_media: the cutter cannot cut this kind of media
 * - broken_media: the tables of the media contradict its bytes
 * - unfinished_media: a recording or download that ended before its index (of an MP4) was written
 * - range_outside: the range is empty, reversed, or outside the media
 * - nothing_in_range: no frame is shown, or no audio decoded, inside the range
 * - begins_later: the range ends before the first frame that can be shown (BeginsLaterError)
 * - too_long: the ranges are longer than this kind of clip may be
 * - too_large: the clip, its index or the memory for it would be larger than the limits allow
 * - does_not_fit: the clip would be larger than its request allows, even with the smallest frames
 * - source_failed: the byte source did not deliver
 * - sink_failed: the clip could not be written (a full disk, a forbidden path); `cause` is the error of the sink
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

/** Audio packets differ in codec, sample rate or channels from their container, or could not be decoded as it says. */
export class AudioFormatError extends CutterError {
  constructor(message: string) {
    super('broken_media', message)
  }
}

/** Re-encoded frames do not fit beside copied ones, so that the whole range must be re-encoded. */
export class SeamError extends CutterError {
  constructor(message: string, options?: ErrorOptions) {
    super('unsupported_media', message, options)
  }
}

/** The range ends before the first frame that can be shown. */
export class BeginsLaterError extends CutterError {
  /** Time of that frame on the media's timeline. */
  readonly firstFrameSeconds: number

  constructor(firstFrameSeconds: number) {
    super('begins_later', `The first frame that can be shown is at ${firstFrameSeconds} s.`)
    this.firstFrameSeconds = firstFrameSeconds
  }
}

export const unsupportedMedia = (message: string) => new CutterError('unsupported_media', message)
export const brokenMedia = (message: string) => new CutterError('broken_media', message)

/**
 * Call this after every await.
 * @throws CutterError cancelled, with the signal's own reason as its cause
 */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CutterError('cancelled', 'The cut was cancelled.', { cause: signal.reason })
}

/** Turns any error thrown while media is parsed into broken_media. A CutterError passes unchanged. */
export function asBrokenMedia(error: unknown, subject: string): CutterError {
  if (error instanceof CutterError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new CutterError('broken_media', `${subject}: ${reason}`, { cause: error })
}
