import { z } from 'zod'
import { ApiError, fetchResponse, OfflineError } from './protocol/client.ts'
import { errorBody } from './protocol/error-body.ts'
import { processVideo, type Video, video } from './video.ts'

/** Media type for `Accept`. With it, `POST /api/video/process` sends stages as JSON lines, and the result as the last line. */
export const PROCESS_EVENTS_TYPE = 'application/x-ndjson'
export const PROCESS_STAGES = ['asking', 'describing'] as const
export type ProcessStage = (typeof PROCESS_STAGES)[number]

const processEvent = z.union([
  z.object({ stage: z.enum(PROCESS_STAGES) }),
  z.object({ video }),
  z.object({ refusal: errorBody, status: z.number().int(), retryAfterSeconds: z.number().nullable() }),
])
export type ProcessEvent = z.output<typeof processEvent>

/**
 * Processes a link, and reports its stages. Throws ApiError, OfflineError or the signal's reason, like callApi.
 */
export async function callProcess(
  link: string,
  options: { signal?: AbortSignal; onStage: (stage: ProcessStage) => void },
  fetchFn: typeof fetch = fetch,
): Promise<Video> {
  const { signal } = options
  const input = { body: { youtubeUrl: link }, ...(signal && { signal }) }
  const response = await fetchResponse(processVideo, input, fetchFn, { accept: PROCESS_EVENTS_TYPE })
  if (!response.body) throw await ApiError.from(response)
  const lines = readLines(response.body.pipeThrough(new TextDecoderStream()))
  try {
    for await (const line of lines) {
      const event = processEvent.parse(JSON.parse(line))
      if ('stage' in event) options.onStage(event.stage)
      else if ('video' in event) return event.video
      else throw new ApiError(event.status, JSON.stringify(event.refusal), event.retryAfterSeconds)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (signal?.aborted) throw signal.reason
    throw new OfflineError('No answer.', { cause: error })
  }
  // The connection closed before the result line.
  throw new OfflineError('The answer broke off.')
}

async function* readLines(text: ReadableStream<string>): AsyncGenerator<string> {
  let partialLine = ''
  const reader = text.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (partialLine + value).split('\n')
    partialLine = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (partialLine !== '') yield partialLine
}
