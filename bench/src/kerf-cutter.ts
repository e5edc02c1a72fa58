import type { ByteSource } from '@kerf/cutter'
import { cut as cutClip, fileSink, type Media, open, plan } from '@kerf/cutter'
import type { CutAnswer, CutTask } from './cut-method.ts'

/** Indexes by URL. This file runs as a process of its own, so that its CPU time can be measured. */
const mediaByUrl = new Map<string, Media>()

async function openTask({ videoUrl, audioUrl }: CutTask): Promise<Media> {
  const video = await httpByteSource(videoUrl)
  return open({ video, audio: audioUrl ? await httpByteSource(audioUrl) : video })
}

async function cut(task: CutTask): Promise<CutAnswer> {
  const startUsage = process.cpuUsage()
  const media = mediaByUrl.get(task.videoUrl) ?? (await openTask(task))
  mediaByUrl.set(task.videoUrl, media)
  // On a server with 3 GB that cuts two clips at a time, each cut may use 755 MB.
  const cutPlan = await plan(media, task, task.request ?? { kind: 'video', height: null }, { maxCodecBytes: 755e6 })
  const { bytesCovered } = await cutClip(cutPlan, fileSink(task.output))
  const { user, system } = process.cpuUsage(startUsage)
  return { cpuSeconds: (user + system) / 1e6, coveredBytes: bytesCovered }
}

/** A file behind a URL, read by range requests over keep-alive connections. */
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
// The first call loads fetch, whose cost counts as part of the start.
await fetch('data:,')
const { user, system } = process.cpuUsage()
process.send?.({ readyAfterCpuSeconds: (user + system) / 1e6 })
