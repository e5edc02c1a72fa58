import { readTranscript, type Transcript } from '@kerf/contract/video'
import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { ENGLISH_CAPTIONS } from '../../../../apps/web/src/testing/examples/video-examples.ts'
import type { Refusal } from '../../../../apps/web/src/testing/scripted-call.ts'
import { rewriteVideos } from './sample-clip.ts'
import { scriptCall } from './servers/script-calls.ts'
import type { Visit } from './visit.ts'

interface SpokenScript {
  captions?: CaptionsChoice[]
  /** Returns the transcript of the captions with this id. `nth` counts the calls from 1. */
  transcript: (captions: string, nth: number) => Transcript | Refusal
}

/** Gives the next videos captions and scripts their transcripts. Returns the calls so far. */
export async function scriptSpeech(visit: Visit, { captions = [ENGLISH_CAPTIONS], transcript }: SpokenScript) {
  await rewriteVideos(visit, (video) => {
    video.captions = captions
  })
  return scriptCall(visit, readTranscript, ({ query }, nth) => transcript(query.get('captions') ?? '', nth))
}
