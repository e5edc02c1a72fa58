import { PassThrough, type Readable } from 'node:stream'
import type { ProcessNews, ProcessStage } from '@kerf/contract/protocol/process-news'
import type { Video } from '@kerf/contract/video'
import type { FastifyBaseLogger } from 'fastify'
import { type Outcome, refused } from '../use-cases/outcome.ts'
import { describeRefusal } from './routing/refusal.ts'

/** Runs the processing of a link and says what becomes of it as it happens, a line of JSON at a time. */
export function processNews(
  process: (onStage: (stage: ProcessStage) => void) => Promise<Outcome<Video>>,
  log: FastifyBaseLogger,
): Readable {
  const news = new PassThrough()
  const say = (message: ProcessNews): string => `${JSON.stringify(message)}\n`
  process((stage) => news.write(say({ stage })))
    // A surprise cannot become a status any more, the headers are out; it is told in the form that all refusals have.
    .catch((error: unknown) => {
      log.error({ err: error }, 'request failed')
      return refused('internal')
    })
    .then((outcome) => news.end(say(lastNews(outcome))))
  return news
}

function lastNews(outcome: Outcome<Video>): ProcessNews {
  if (outcome.ok) return { video: outcome.value }
  const { status, body, retryAfterSeconds } = describeRefusal(outcome)
  return { refusal: body, status, retryAfterSeconds }
}
