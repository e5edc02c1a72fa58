import { EventEmitter, once } from 'node:events'

/** A picture in memory that is not JavaScript's own. */
interface Freeable {
  free(): void
}

/** How many frames the fastest reader may be ahead of the slowest. */
const mostAhead = 8

/** How many frames are made at the same time. */
const madeAtOnce = 4

/**
 * Lets several readers walk through the same frames at about the same pace, each frame made once. A frame belongs to a
 * reader until it asks for the next one; it is freed when all have done so.
 */
export function shareFrames<Frame extends Freeable>(
  make: (frameNumber: number) => Promise<Frame>,
  frameCount: number,
  readers: number,
): AsyncGenerator<Frame, void>[] {
  const frames = new Map<number, Promise<Frame>>()
  const positions = Array.from({ length: readers }, () => 0)
  const progress = new EventEmitter()
  progress.setMaxListeners(readers)

  function frameAt(frameNumber: number): Promise<Frame> {
    const frame = frames.get(frameNumber) ?? make(frameNumber)
    frames.set(frameNumber, frame)
    return frame
  }

  async function* read(reader: number): AsyncGenerator<Frame, void> {
    for (let frameNumber = 0; frameNumber < frameCount; frameNumber++) {
      while (frameNumber >= Math.min(...positions) + mostAhead) await once(progress, 'moved')
      for (let next = frameNumber; next < Math.min(frameNumber + madeAtOnce, frameCount); next++) frameAt(next)
      const frame = await frameAt(frameNumber)
      yield frame
      positions[reader] = frameNumber + 1
      if (Math.min(...positions) > frameNumber) {
        frames.delete(frameNumber)
        frame.free()
      }
      progress.emit('moved')
    }
  }

  return positions.map((_, reader) => read(reader))
}
