import type { Video } from '@kerf/contract/video'
import type { Visit } from './visit.ts'

/** Changes what the server sends about the next videos, e.g. to a length or an audio track that the sample does not have. */
export async function rewriteVideos(visit: Visit, change: (video: Video) => void): Promise<void> {
  const rewrite = (body: string): string => {
    const lines = body.split('\n').filter((line) => line !== '')
    const rewritten = lines.map((line) => {
      const message = JSON.parse(line) as { video?: Video }
      if (message.video) change(message.video)
      return JSON.stringify(message)
    })
    return `${rewritten.join('\n')}\n`
  }
  await visit.answer('*/api/video/process', () => ({ rewrite }))
}
