import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { EncodedChunk, VideoFrame } from '../../video-frame.ts'
import { frameOfRgb } from '../frames/planes-of-frame.ts'
import { isRgb } from '../frames/rgb-planes.ts'
import { type BrowserFrame, type WebFrame, webFrameOf } from '../frames/web-frame.ts'
import { stateSignal } from '../shared/state-signal.ts'

/** Number of frames that wait in the browser's encoder. */
const MAX_QUEUED_FRAMES = 2

export interface FrameEncoderInput {
  frameRate: number
  /** Number of frames from one keyframe to the next. */
  gopFrames: number
  /** Gives the settings for the first frame. @throws CutterError unsupported_media */
  configure(first: WebFrame): Promise<VideoEncoderConfig>
  /** Settings of each frame, besides `keyFrame`. */
  frameOptions?: VideoEncoderEncodeOptions
  /** Called with each chunk before it is given. @returns its data */
  onChunk?(data: Uint8Array, metadata: EncodedVideoChunkMetadata | undefined): Uint8Array
}

/**
 * Encodes frames of one size by WebCodecs. The browser's encoder gets evenly spaced times, so that no frame is left out
 * and each gets its bits whatever its display time. The chunks carry the ticks of the frames.
 */
export function frameEncoder({ frameRate, gopFrames, configure, frameOptions, onChunk }: FrameEncoderInput) {
  const signal = stateSignal()
  const frameMicroseconds = 1e6 / frameRate
  /** Ticks of the frames that are being encoded, by their numbers. */
  const sentTicks = new Map<number, number>()
  let chunks: EncodedChunk[] = []
  let encoder: VideoEncoder | null = null
  let failure: Error | null = null
  let frameCount = 0

  const fail = (error: Error): void => {
    failure ??= error
    signal.notify()
  }

  const open = async (first: WebFrame): Promise<VideoEncoder> => {
    const config = await configure(first)
    const opened = new VideoEncoder({
      output(chunk, metadata) {
        // WebKit of GNOME rounds times.
        const number = Math.round(chunk.timestamp / frameMicroseconds)
        const timestamp = sentTicks.get(number)
        sentTicks.delete(number)
        if (timestamp === undefined) return fail(new Error('The encoder of this browser made a frame of its own.'))
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        try {
          chunks.push({ type: chunk.type, timestamp, data: onChunk?.(bytes, metadata) ?? bytes })
        } catch (error) {
          fail(error as Error)
        }
        signal.notify()
      },
      error: (error) => fail(unsupportedMedia(`The encoder of this browser failed: ${error.message}`)),
    })
    opened.ondequeue = signal.notify
    opened.configure(config)
    return opened
  }

  const takeChunks = (): EncodedChunk[] => {
    if (failure) throw failure
    const readyChunks = chunks
    chunks = []
    return readyChunks
  }

  return {
    async encode(videoFrame: VideoFrame, timestamp = videoFrame.timestamp): Promise<EncodedChunk[]> {
      const webFrame = webFrameOf(videoFrame)
      encoder ??= await open(webFrame)
      const microseconds = Math.round(frameCount * frameMicroseconds)
      const frame = await timedFrame(webFrame, microseconds, Math.round(frameMicroseconds))
      try {
        sentTicks.set(frameCount, timestamp)
        if (!failure) encoder.encode(frame, { ...frameOptions, keyFrame: frameCount % gopFrames === 0 })
      } finally {
        frame.close()
      }
      frameCount += 1
      while (!failure && encoder.encodeQueueSize > MAX_QUEUED_FRAMES) await signal.next()
      return takeChunks()
    },
    async flush(): Promise<EncodedChunk[]> {
      // The encoder's error, if there is one, says why the flush failed.
      await encoder
        ?.flush()
        .catch((error: Error) => fail(unsupportedMedia(`This video cannot be encoded: ${error.message}`)))
      const lastChunks = takeChunks()
      if (sentTicks.size > 0) throw unsupportedMedia('The encoder of this browser leaves out frames.')
      return lastChunks
    },
    close(): void {
      if (encoder && encoder.state !== 'closed') encoder.close()
    },
  }
}

/** A frame of 4:2:0 with another time, and square pixels: an encoder would scale it to its displayed size. */
async function timedFrame(webFrame: WebFrame, timestamp: number, duration: number): Promise<BrowserFrame> {
  const { frame, codedWidth, codedHeight } = webFrame
  const converted = isRgb(frame.format) ? await frameOfRgb(webFrame) : null
  const shape = { timestamp, duration, displayWidth: codedWidth, displayHeight: codedHeight }
  const timed = new globalThis.VideoFrame(converted ?? frame, shape)
  converted?.close()
  return timed
}
