import type { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { EncodedChunk, VideoFrame } from '../../src/codec/video-frame.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>['browser']
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>

/** Native codecs, but the encoder of a browser (WebCodecs) makes H.264 frames, with parameter sets in its chunks. */
export function codecsWithBrowserEncoder(page: BrowserPage, codec: string): Codecs {
  return {
    ...nativeCodecs,
    h264Encoder(config) {
      const videoFrames: { timestamp: number; pixels: string }[] = []
      let size = { width: 0, height: 0 }
      const native = nativeCodecs.h264Encoder(config)
      return {
        ...native,
        async encode(frame: VideoFrame, timestamp = frame.timestamp) {
          size = { width: frame.codedWidth, height: frame.codedHeight }
          videoFrames.push({ timestamp, pixels: Buffer.from(await frame.readPixels()).toString('base64') })
          return []
        },
        async flush(): Promise<EncodedChunk[]> {
          const chunks = await page.evaluate(encodeAll, {
            codec,
            ...size,
            pixels: videoFrames.map(({ pixels }) => pixels),
          })
          return chunks.map(({ type, index, data }) => {
            return { type, timestamp: videoFrames[index]!.timestamp, data: Buffer.from(data, 'base64') }
          })
        },
        parameterSets: () => ({ sps: [], pps: [] }),
      }
    },
  }
}

interface EncodedInPage {
  type: 'key' | 'delta'
  /** Index of the frame. */
  index: number
  data: string
}

/** Runs in the page. Encodes frames of 4:2:0 at a bitrate that is ample for small ones. */
async function encodeAll(input: { codec: string; width: number; height: number; pixels: string[] }) {
  const { codec, width, height, pixels } = input
  const chunks: EncodedInPage[] = []
  let failure: DOMException | null = null
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      chunks.push({ type: chunk.type, index: chunk.timestamp / 1000, data })
    },
    error: (error) => {
      failure = error
    },
  })
  encoder.configure({ codec, width, height, bitrate: 6_000_000, framerate: 30, avc: { format: 'annexb' } })
  for (const [index, frame] of pixels.entries()) {
    const bytes = Uint8Array.from(atob(frame), (character) => character.charCodeAt(0))
    const videoFrame = new VideoFrame(bytes, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: index * 1000,
    })
    encoder.encode(videoFrame, { keyFrame: index === 0 })
    videoFrame.close()
  }
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  return chunks
}
