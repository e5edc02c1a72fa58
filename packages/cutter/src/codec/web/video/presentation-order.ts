/** Most frames that may precede a frame in decode order and follow it in presentation order (H.264 and HEVC). */
export const MAX_REORDERING = 16

interface SentChunk {
  tick: number
  index: number
}

/**
 * Puts decoded frames into presentation order. Browsers give frames out of order where a stream does not state its
 * reordering. A frame is given once no earlier frame can follow.
 * @param reordering most frames by which the chunks of the codec may be out of order
 */
export function presentationOrder<Frame>(reordering: number) {
  /** Chunks without a frame so far, in decode order. */
  let pendingChunks: SentChunk[] = []
  /** Ticks of all chunks after the last given frame. */
  let laterTicks: number[] = []
  let readyFrames: { tick: number; frame: Frame }[] = []
  let sentChunks = 0
  let lastTick = Number.NEGATIVE_INFINITY

  const isCertain = (tick: number): boolean => {
    if (pendingChunks.some((chunk) => chunk.tick < tick)) return false
    return laterTicks.filter((laterTick) => laterTick > tick).length >= reordering
  }

  const takeFirst = (): Frame => {
    const { tick, frame } = readyFrames.shift()!
    lastTick = tick
    laterTicks = laterTicks.filter((laterTick) => laterTick > tick)
    return frame
  }

  return {
    /** Notes a chunk that is sent to the decoder. */
    send(tick: number): SentChunk {
      const chunk = { tick, index: sentChunks }
      sentChunks += 1
      pendingChunks.push(chunk)
      if (tick > lastTick) laterTicks.push(tick)
      return chunk
    },
    /** Adds the frame of a chunk. @returns whether it can still be given in order */
    add({ tick, index }: SentChunk, frame: Frame): boolean {
      // A decoder gives no frame for these chunks any more: they are fields, hidden, or dropped.
      pendingChunks = pendingChunks.filter((chunk) => chunk.index > index || (chunk.index < index && chunk.tick > tick))
      if (tick <= lastTick) return false
      const after = readyFrames.findIndex((ready) => ready.tick > tick)
      readyFrames.splice(after < 0 ? readyFrames.length : after, 0, { tick, frame })
      return true
    },
    /** Takes the next frame whose place is certain; null if there is none. */
    take(): Frame | null {
      const [first] = readyFrames
      return first && isCertain(first.tick) ? takeFirst() : null
    },
    /** Takes the next frame although others may still come; null if there is none. */
    takeAny(): Frame | null {
      return readyFrames.length > 0 ? takeFirst() : null
    },
    /** Forgets the chunks without a frame. @returns their ticks */
    abandonPending(): number[] {
      const ticks = pendingChunks.map(({ tick }) => tick)
      pendingChunks = []
      const abandonedTicks = new Set(ticks)
      laterTicks = laterTicks.filter((tick) => !abandonedTicks.has(tick))
      return ticks
    },
    /** Forgets the frames. @returns them */
    clear(): Frame[] {
      const frames = readyFrames.map(({ frame }) => frame)
      readyFrames = []
      return frames
    },
  }
}
