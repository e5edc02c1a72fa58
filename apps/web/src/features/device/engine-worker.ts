import {
  blobSource,
  CutterError,
  cut,
  drawSheet,
  type Media,
  open,
  type PrivateFileSink,
  plan,
  privateFileSink,
  readGop,
  readPeaks,
  removeLeftFiles,
  watchCodecs,
} from '@kerf/cutter/browser'
import type {
  AnswerOf,
  CallName,
  EngineCalls,
  EngineFault,
  EngineReport,
  EngineRequest,
  MissingCodec,
} from './engine-protocol.ts'
import { linkErrorIn } from './link-error.ts'
import { portSource } from './link-port.ts'
import { missingForPlan } from './needed-codecs.ts'

type Handler<Name extends CallName> = (
  input: EngineCalls[Name]['input'],
  call: { signal: AbortSignal; report: (report: EngineReport) => void; id: number },
) => Promise<AnswerOf<Name>>

/** Largest GOP that is read to show a frame. */
const MAX_GOP_BYTES = 24_000_000
const MAX_SHEET_BYTES = 400_000_000
const MAX_SHEET_MILLISECONDS = 20_000
const MAX_PEAKS_BYTES = 1_000_000_000
/** Least time between two reports that a codec moves. */
const MOVEMENT_MILLISECONDS = 1000

let media: Promise<Media> | null = null
/** Place of the last clip, until the next one. */
let clipSink: PrivateFileSink | null = null

/** The open file, as soon as it is open. */
async function openMedia(): Promise<Media> {
  if (!media) throw new Error('No file is open.')
  return media
}

const handlers: { [Name in CallName]: Handler<Name> } = {
  async open(file, { signal }) {
    // Windows without private files have none to remove.
    void removeLeftFiles().catch(() => undefined)
    media = open('port' in file ? portSource(file) : blobSource(file), { signal })
    return (await media).facts
  },
  async plan({ ranges, spec }, { signal }) {
    const opened = await openMedia()
    const cutPlan = await plan(opened, ranges, spec, { signal })
    const [missing] = await missingForPlan(opened, cutPlan)
    if (missing) throw new MissingCodecError(missing)
    const { task: _task, ...facts } = cutPlan
    return facts
  },
  async readGop({ atSeconds }, { signal }) {
    const { bytes } = await readGop(await openMedia(), atSeconds, { signal, maxBytes: MAX_GOP_BYTES })
    return ownBuffer(bytes)
  },
  readPeaks: async ({ peaksPerSecond, part }, { signal }) =>
    readPeaks(await openMedia(), { peaksPerSecond, part, maxBytes: MAX_PEAKS_BYTES }, { signal }),
  async drawSheet(request, { signal }) {
    const enough = AbortSignal.timeout(MAX_SHEET_MILLISECONDS)
    return ownBuffer(await drawSheet(await openMedia(), request, { signal, enough, maxBytes: MAX_SHEET_BYTES }))
  },
  async cut({ ranges, spec }, { id, signal, report }) {
    await clipSink?.remove()
    // Each cut has a sink of its own, because a cancelled one may still write.
    const sink = privateFileSink()
    clipSink = sink
    const order = await plan(await openMedia(), ranges, spec, { signal })
    const endWatch = watchCodecs(rarely(() => report({ id, hasMoved: true })))
    try {
      const receipt = await cut(order, sink, { signal, onProgress: (progress) => report({ id, progress }) })
      return { file: await sink.file(), receipt }
    } finally {
      endWatch()
    }
  },
}

/** Leaves out calls that follow another one too soon. */
function rarely(call: () => void): () => void {
  let lastCall = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastCall < MOVEMENT_MILLISECONDS) return
    lastCall = performance.now()
    call()
  }
}

class MissingCodecError extends Error {
  readonly code: MissingCodec

  constructor(code: MissingCodec) {
    super(`This browser lacks what the cut needs: ${code}.`)
    this.code = code
  }
}

const controllers = new Map<number, AbortController>()

const send = (report: EngineReport): void => {
  const answer = 'answer' in report ? report.answer : null
  postMessage(report, { transfer: answer instanceof ArrayBuffer ? [answer] : [] })
}

self.onmessage = async ({ data: request }: MessageEvent<EngineRequest>) => {
  const { id } = request
  if (request.name === 'cancel') {
    controllers.get(id)?.abort()
    return
  }
  const controller = new AbortController()
  controllers.set(id, controller)
  try {
    const handler = handlers[request.name] as Handler<CallName>
    send({ id, answer: await handler(request.input, { id, signal: controller.signal, report: send }) })
  } catch (error) {
    send({ id, fault: faultOf(error) })
  } finally {
    controllers.delete(id)
  }
}

/** The bytes in a buffer that holds nothing else, so that it can be handed over. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? (bytes.buffer as ArrayBuffer) : bytes.slice().buffer
}

function faultOf(error: unknown): EngineFault {
  const linkError = linkErrorIn(error)
  if (linkError) return { code: linkError.code, message: linkError.message }
  const { code, message = String(error), firstFrameSeconds } = error as Partial<EngineFault>
  const isExpected = error instanceof CutterError || error instanceof MissingCodecError
  if (!isExpected) console.error(error)
  return {
    code: isExpected && code ? code : 'engine_failed',
    message,
    ...(firstFrameSeconds !== undefined && { firstFrameSeconds }),
  }
}
