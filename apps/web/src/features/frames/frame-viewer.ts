import type { FramePlace } from '@kerf/contract/video'
import type { FrameStore } from './frame-store.ts'
import type { ShownFrame } from './shown-frame.ts'

/** Time after which a running request is aborted in favour of a newer one, in milliseconds. */
const ABORT_DELAY_MILLISECONDS = 1000

/** Shows one frame after the other. While one loads, only the newest request waits. */
export function createFrameViewer(store: FrameStore, onFrame: (frame: ShownFrame) => void) {
  let nextRequest: { seconds: number; place: FramePlace } | null = null
  let activeRequest: { controller: AbortController; since: number; isShown: boolean } | null = null

  async function run(): Promise<void> {
    while (nextRequest) {
      const { seconds, place } = nextRequest
      nextRequest = null
      const request = { controller: new AbortController(), since: performance.now(), isShown: false }
      activeRequest = request
      const show = (frame: ShownFrame): void => {
        request.isShown = true
        if (!nextRequest && !request.controller.signal.aborted) onFrame(frame)
      }
      // A failure shows no frame: the still under the canvas stays visible.
      await store.show(seconds, place, request.controller.signal, show).catch(() => undefined)
    }
    activeRequest = null
  }

  return {
    show(seconds: number, place: FramePlace): void {
      nextRequest = { seconds, place }
      if (!activeRequest) void run()
      else if (activeRequest.isShown || performance.now() - activeRequest.since > ABORT_DELAY_MILLISECONDS)
        activeRequest.controller.abort()
    },
    /** Drops the waiting request and aborts the running one. */
    stop(): void {
      nextRequest = null
      activeRequest?.controller.abort()
    },
  }
}
