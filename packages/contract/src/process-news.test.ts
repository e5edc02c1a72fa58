import { describe, expect, it } from 'vitest'
import { callProcess, type ProcessStage } from './process-events.ts'
import { ApiError, OfflineError } from './protocol/client.ts'

const VIDEO = {
  id: 'v',
  source: 'sample',
  title: 'A video',
  thumbnail: null,
  duration: 60,
  startTime: 0,
  endTime: 60,
  youtubeUrl: null,
  url: 'kerf:sample',
  channel: null,
  views: null,
  publishedAt: null,
  frameRate: 30,
  preview: null,
  filmstrip: null,
  captions: [],
  chapters: [],
  audioTracks: [],
  options: [],
}
/** Creates a fetch function that responds with a body in these chunks. */
const respondWith = (...chunks: string[]): typeof fetch => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of chunks) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return async () => new Response(body, { status: 200 })
}
const stages: ProcessStage[] = []
const call = (fetchFn: typeof fetch) => callProcess('kerf:sample', { onStage: (stage) => stages.push(stage) }, fetchFn)

describe('processing a link with progress events', () => {
  it('reports each stage and returns the video, even if lines are split', async () => {
    stages.length = 0
    const lines = `{"stage":"asking"}\n{"stage":"describing"}\n${JSON.stringify({ video: VIDEO })}\n`
    await expect(call(respondWith(lines.slice(0, 5), lines.slice(5, 30), lines.slice(30)))).resolves.toMatchObject({
      id: 'v',
    })
    expect(stages).toEqual(['asking', 'describing'])
  })

  it('throws the same errors as other calls, and OfflineError for an incomplete response', async () => {
    const refusal = { error: 'This video is private.', code: 'video_private' }
    const line = JSON.stringify({ refusal, status: 422, retryAfterSeconds: null })
    const error = await call(respondWith(`{"stage":"asking"}\n${line}\n`)).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 'video_private', message: `422: ${JSON.stringify(refusal)}` })
    await expect(call(respondWith('{"stage":"asking"}\n'))).rejects.toBeInstanceOf(OfflineError)
  })
})
