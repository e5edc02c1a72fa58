import { blobSource, cut, open, plan, privateFileSink, type TimeRange } from '@kerf/cutter/browser'

const sink = privateFileSink()

/** Cuts one file at a time. The clip of the previous file is deleted when the next cut begins. */
self.onmessage = async ({ data: { file, range } }: MessageEvent<{ file: File; range: TimeRange }>) => {
  try {
    const media = await open(blobSource(file))
    const onProgress = ({ done }: { done: number }) => postMessage({ message: `${Math.round(100 * done)} %` })
    const planned = await plan(media, range, { kind: 'video', height: null })
    const { frames, framesCopied } = await cut(planned, sink, { onProgress })
    postMessage({ clip: await sink.file(), message: `${frames} frames, ${framesCopied} of them copied.` })
  } catch (error) {
    postMessage({ message: String(error) })
  }
}
