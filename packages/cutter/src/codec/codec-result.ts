import { AV_LOG_FATAL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'
import { CutterError } from '../cutter-error.ts'

// Codecs write to stderr otherwise, into the log of whoever uses this package.
Log.setLevel(AV_LOG_FATAL)

/** Whether a codec has nothing (more) to give for now. */
export function isDrained(result: number): boolean {
  return result === AVERROR_EAGAIN || result === AVERROR_EOF
}

/** A decoder's complaint is about the media. */
export function requireDecoded(result: number, doing: string): void {
  if (result < 0) {
    throw new CutterError('broken_media', `Could not ${doing}: ${FFmpegError.strerror(result)}`)
  }
}

/** An encoder's complaint is about our settings: a surprise. */
export function requireEncoded(result: number, doing: string): void {
  if (result < 0) {
    throw new Error(`Could not ${doing}: ${FFmpegError.strerror(result)}`)
  }
}
