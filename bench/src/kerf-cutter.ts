import type { ByteSource } from '@kerf/cutter'
import { cut as cutClip, fileSink, type Media, open, plan } from '@kerf/cutter'
import type { CutAnswer, CutTask } from './cut-method.ts'

/** Cuts what its parent sends, and remembers every index: a process of its own, so that its CPU time is counted alone. */
const known = new Map<string, Media>()

async function openTask({ videoUrl, audioUrl }: CutTask): Promise<Media> {
  const video = await httpByteSource(videoUrl)
  return open({ video, audio: audioUrl ? await httpByteSource(audioUrl) : video })
}

async function cut(task: CutTask): Promise<CutAnswer> {
  const before = process.cpuUsage()
  const media = known.get(task.videoUrl) ?? (await openTask(task))
  known.set(task.videoUrl, media)
  // As much as a server with 3 GB gives each of two cuts.
  const planned = await plan(media, task, task.request ?? { kind: 'video', height: null }, { maxCodecBytes: 755e6 })
  const { bytesCovered } = await cutClip(planned, fileSink(task.output))
  const { user, system } = process.cpuUsage(before)
  return { cpuSeconds: (user + system) / 1e6, coveredBytes: bytesCovered }
}

/** A file behind a URL, read by ranges over keep-alive connections; the server's own fetcher does the same with a guard. */
async function httpByteSource(url: string): Promise<ByteSource> {
  const { headers } = await fetch(url, { method: 'HEAD' })
  return {
    sizeBytes: Number(headers.get('content-length')),
    async read(start, end) {
      const response = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } })
      return Buffer.from(await response.arrayBuffer())
    },
  }
}

process.on('message', (task: CutTask) => {
  cut(task).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
// The first call loads what fetches, which belongs to the start.
await fetch('data:,')
const { user, system } = process.cpuUsage()
process.send?.({ readyAfterCpuSeconds: (user + system) / 1e6 })
