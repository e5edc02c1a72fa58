import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import { vi } from 'vitest'
import type { CallName, EngineFault, EngineReport, EngineRequest, InputOf } from '../features/device/engine-protocol.ts'

/** A fault that a scripted call ends with. */
export class ScriptedFault {
  readonly code: EngineFault['code']

  constructor(code: EngineFault['code']) {
    this.code = code
  }
}

type Answers = { [Name in CallName]: (input: InputOf<Name>) => unknown }

export const EXAMPLE_FACTS: MediaFacts = {
  durationSeconds: 60,
  container: 'mp4',
  video: {
    codec: 'h264',
    width: 1280,
    height: 720,
    frameRate: 25,
    rotation: 0,
    mirrored: false,
    copyable: true,
  },
  audio: { codec: 'aac', sampleRate: 48_000, channels: 2 },
}

const EXAMPLE_PLAN = {
  way: 'smart',
  container: 'mp4',
  video: {
    pieces: [
      { how: 'encode', frames: 12 },
      { how: 'copy', frames: 1488 },
    ],
  },
}

const EXAMPLE_RECEIPT = {
  frames: 100,
  firstFrameSeconds: 2,
  lastFrameSeconds: 5.96,
  framesCopied: 88,
  framesReencoded: 12,
  soundOffsetMilliseconds: 0.1,
  durationSeconds: 4,
  bytesFetched: 900_000,
  bytesCovered: 900_000,
  clipBytes: 700_000,
  wallMilliseconds: 800,
  way: 'smart',
}

export const EXAMPLE_CUT = { file: new File(['clip'], 'clip'), receipt: EXAMPLE_RECEIPT }

const ANSWERS: Answers = {
  open: () => EXAMPLE_FACTS,
  plan: () => EXAMPLE_PLAN,
  readGop: () => new ScriptedFault('unsupported_media'),
  readPeaks: ({ part }) =>
    Array.from({ length: 25 * ((part?.endTime ?? 60) - (part?.startTime ?? 0)) }, (_, n) => n % 90),
  drawSheet: () => new ScriptedFault('unsupported_media'),
  cut: () => EXAMPLE_CUT,
}

/**
 * Takes the place of the engine's worker. A call ends with what its function returns, also after a promise.
 * @returns the calls so far, the end of the running worker, and the content security policies that the page has set itself
 */
export function scriptEngine(changes: Partial<Answers> = {}) {
  const answers = { ...ANSWERS, ...changes }
  const calls: { name: string; input?: unknown }[] = []
  let endWorker = (): void => {}
  let move = (): void => {}
  class ScriptedWorker {
    onmessage: ((event: { data: EngineReport }) => void) | null = null
    onerror: ((event: { message: string }) => void) | null = null

    constructor() {
      endWorker = () => this.onerror?.({ message: 'out of memory' })
    }

    async postMessage(request: EngineRequest): Promise<void> {
      calls.push(request)
      if (request.name === 'cancel') return
      const { id, name, input } = request
      if (name === 'cut') move = () => this.onmessage?.({ data: { id, hasMoved: true } })
      const report = (data: object): void => this.onmessage?.({ data: { id, ...data } as EngineReport })
      if (name === 'cut') report({ progress: { done: 0.4, stage: 'encoding' } })
      const answer = await answers[name](input as never)
      report(answer instanceof ScriptedFault ? { fault: { code: answer.code, message: '' } } : { answer })
    }

    terminate(): void {
      calls.push({ name: 'terminate' })
    }
  }
  vi.stubGlobal('Worker', ScriptedWorker)
  // A policy stays as long as the document, which all tests share.
  const policies: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((meta) => void policies.push((meta as HTMLMetaElement).content))
  return {
    calls,
    endWorker: () => endWorker(),
    /** Reports that a codec of the running cut has moved. */
    move: () => move(),
    policies,
    inputsOf: (name: CallName) => calls.filter((call) => call.name === name).map(({ input }) => input),
  }
}
