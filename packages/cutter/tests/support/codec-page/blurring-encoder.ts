/** Runs with an encoder of the browser that loses all detail, as WebKit's VP8 and VP9 lose most of it. */
export async function withBlurringEncoder<Result>(run: () => Promise<Result>): Promise<Result> {
  const Original = globalThis.VideoEncoder
  globalThis.VideoEncoder = class extends Original {
    override encode(frame: VideoFrame, options?: VideoEncoderEncodeOptions) {
      const { codedWidth, codedHeight, timestamp } = frame
      const grey = new Uint8Array((codedWidth * codedHeight * 3) / 2).fill(128)
      const blurred = new VideoFrame(grey, { format: 'I420', codedWidth, codedHeight, timestamp })
      super.encode(blurred, options)
      blurred.close()
    }
  }
  try {
    return await run()
  } finally {
    globalThis.VideoEncoder = Original
  }
}
