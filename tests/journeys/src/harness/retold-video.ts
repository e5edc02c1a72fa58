import type { Video } from '@kerf/contract/video'
import type { Visit } from './visit.ts'

/** The page is told something else about the next videos than the server says: a length, or a audio, that the sample has not. */
export async function retellVideos(visit: Visit, change: (video: Video) => void): Promise<void> {
  const retell = (body: string): string => {
    const lines = body.split('\n').filter((line) => line !== '')
    const retold = lines.map((line) => {
      const news = JSON.parse(line) as { video?: Video }
      if (news.video) change(news.video)
      return JSON.stringify(news)
    })
    return `${retold.join('\n')}\n`
  }
  await visit.answer('*/api/video/process', () => ({ retell }))
}
