import type { ByteSource, SegmentBytes, SegmentSource } from '@kerf/cutter'
import type { PartName, PartShape, PartShapes, ReadAnswer, ReadRequest } from './messages.ts'

type ReadQuestion = ReadRequest extends infer R ? (R extends ReadRequest ? Omit<R, 'readId' | 'part'> : never) : never

interface PendingRead {
  resolve(answer: Exclude<ReadAnswer, { kind: 'notRead' }>): void
  reject(error: Error): void
}

/** Parts of the source as the media process sees them. Every read is a request to the server. */
export function remoteParts(send: (message: ReadRequest) => void) {
  const pendingReads = new Map<number, PendingRead>()
  let lastReadId = 0

  function ask(part: PartName, question: ReadQuestion, signal: AbortSignal | undefined) {
    return new Promise<Exclude<ReadAnswer, { kind: 'notRead' }>>((resolve, reject) => {
      signal?.throwIfAborted()
      lastReadId += 1
      pendingReads.set(lastReadId, { resolve, reject })
      send({ ...question, readId: lastReadId, part })
    })
  }
  async function askBytes(
    part: PartName,
    question: ReadQuestion,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const answer = await ask(part, question, signal)
    if (answer.kind !== 'bytes') throw new Error('A segment came instead of bytes.')
    return answer.bytes
  }
  async function askSegment(
    part: PartName,
    question: ReadQuestion,
    signal: AbortSignal | undefined,
  ): Promise<SegmentBytes> {
    const answer = await ask(part, question, signal)
    if (answer.kind !== 'segment') throw new Error('Bytes came instead of a segment.')
    return answer.segment
  }

  function partOf(name: PartName, shape: PartShape): ByteSource | SegmentSource {
    if ('sizeBytes' in shape) {
      return { ...shape, read: (start, end, signal) => askBytes(name, { kind: 'readBytes', start, end }, signal) }
    }
    return {
      ...shape,
      readSegment: (segment, byteRange, signal) =>
        askSegment(name, { kind: 'readSegment', segment, byteRange }, signal),
      readInitSection: (initSection, signal) => askBytes(name, { kind: 'readInitSection', initSection }, signal),
    }
  }

  return {
    open({ video, audio, muxed }: PartShapes) {
      const videoPart = video && partOf('video', video)
      return { video: videoPart, audio: muxed ? videoPart : audio && partOf('audio', audio) }
    },
    deliver(answer: ReadAnswer): void {
      const read = pendingReads.get(answer.readId)
      pendingReads.delete(answer.readId)
      if (answer.kind === 'notRead') read?.reject(new Error(answer.message))
      else read?.resolve(answer)
    },
  }
}
