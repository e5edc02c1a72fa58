import type { FramePlace } from '@kerf/contract/video'
import type { FrameStore } from './frame-store.ts'
import type { ShownFrame } from './shown-frame.ts'

/** A source that is slower than this is not waited for where another place is wanted by now. */
const PATIENCE_MS = 1000

/** Shows one frame after the other in one place. While one is on its way, only the newest request waits. */
export function createFrameViewer(store: FrameStore, onFrame: (frame: ShownFrame) => void) {
  let next: { seconds: number; place: FramePlace } | null = null
  let running: { leaving: AbortController; since: number; isShown: boolean } | null = null

  async function run(): Promise<void> {
    while (next) {
      const { seconds, place } = next
      next = null
      const request = { leaving: new AbortController(), since: performance.now(), isShown: false }
      running = request
      const show = (frame: ShownFrame): void => {
        request.isShown = true
        if (!next && !request.leaving.signal.aborted) onFrame(frame)
      }
      // Without a frame, what lies below is seen.
      await store.show(seconds, place, request.leaving.signal, show).catch(() => undefined)
    }
    running = null
  }

  return {
    show(seconds: number, place: FramePlace): void {
      next = { seconds, place }
      if (!running) void run()
      else if (running.isShown || performance.now() - running.since > PATIENCE_MS) running.leaving.abort()
    },
    /** Nothing else is wanted for now. */
    stop(): void {
      next = null
      running?.leaving.abort()
    },
  }
}
