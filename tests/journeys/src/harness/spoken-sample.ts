import { readTranscript, type Transcript } from '@kerf/contract/video'
import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { rewriteVideos } from './sample-clip.ts'
import { type Refusal, scriptCall } from './servers/script-calls.ts'
import type { Visit } from './visit.ts'

export const ENGLISH: CaptionsChoice = { id: 'en', language: 'en', label: 'English', isAutomatic: false }
export const AUTOMATIC: CaptionsChoice = {
  id: 'en-auto',
  language: 'en',
  label: 'English (automatic)',
  isAutomatic: true,
}

interface SpokenScript {
  captions?: CaptionsChoice[]
  /** What is said, by the id of the captions; all the same where only one is given. */
  transcript: (captions: string, nth: number) => Transcript | Refusal
}

/** Gives the next videos captions, and scripts what is said in them. Returns the calls so far. */
export async function scriptSpeech(visit: Visit, { captions = [ENGLISH], transcript }: SpokenScript) {
  await rewriteVideos(visit, (video) => {
    video.captions = captions
  })
  return scriptCall(visit, readTranscript, ({ query }, nth) => transcript(query.get('captions') ?? '', nth))
}

/** Sentences, one after the other, as cues of so many seconds. */
export function saidInTurn(sentences: readonly string[], secondsEach: number, language = 'en'): Transcript {
  const cues = sentences.map((text, index) => ({
    startTime: index * secondsEach,
    endTime: (index + 1) * secondsEach,
    text,
  }))
  return { language, cues }
}
