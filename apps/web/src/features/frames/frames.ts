/** The parts that show exact frames: one chunk. */
export { FrameCanvas } from './FrameCanvas.tsx'
export { createFrameStore } from './frame-store.ts'
