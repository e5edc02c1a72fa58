import { blobSource, cut, open, plan, privateFileSink, type TimeRange } from '@kerf/cutter/browser'
import { ALL_FORMATS, BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output } from 'mediabunny'
import { answerCalls } from '../../packages/cutter/tests/support/browser-calls.ts'

/** The calls of the bench, in a worker of the page. A clip is a data URL. */
const calls = {
  /** Opens a file, and then cuts it. */
  async large(file: Blob, range: TimeRange) {
    const source = countedSource(file)
    const begin = performance.now()
    const media = await open(source)
    const opened = { milliseconds: performance.now() - begin, readBytes: source.readBytes() }
    const { milliseconds, sink } = await cutInto(media, range)
    await sink.remove()
    return { opened, cut: { milliseconds, readBytes: source.readBytes() - opened.readBytes } }
  },

  async kerf(file: Blob, range: TimeRange) {
    const begin = performance.now()
    const media = await open(blobSource(file))
    const opened = performance.now() - begin
    const { milliseconds, sink, file: clipFile } = await cutInto(media, range)
    const base64 = await base64Of(clipFile)
    await sink.remove()
    return { milliseconds: opened + milliseconds, base64 }
  },

  async mediabunny(file: Blob, { startTime, endTime }: TimeRange) {
    const begin = performance.now()
    const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS })
    const target = new BufferTarget()
    const output = new Output({ format: new Mp4OutputFormat(), target })
    const conversion = await Conversion.init({ input, output, trim: { start: startTime, end: endTime } })
    await conversion.execute()
    const milliseconds = performance.now() - begin
    return { milliseconds, base64: await base64Of(new Blob([target.buffer!])) }
  },
}

export type DeviceCalls = typeof calls

/** Cuts into the private file system, as the page does. */
async function cutInto(media: Awaited<ReturnType<typeof open>>, range: TimeRange) {
  const sink = privateFileSink()
  const begin = performance.now()
  await cut(await plan(media, range, { kind: 'video', height: null }), sink)
  const file = await sink.file()
  const milliseconds = performance.now() - begin
  return { milliseconds, sink, file }
}

function countedSource(file: Blob) {
  const source = blobSource(file)
  let bytes = 0
  return {
    sizeBytes: source.sizeBytes,
    readBytes: () => bytes,
    read(start: number, end: number) {
      bytes += end - start
      return source.read(start, end)
    },
  }
}

const base64Of = async (clip: Blob): Promise<string> => Buffer.from(await clip.arrayBuffer()).toString('base64')

answerCalls(calls)
