/** Modules that show exact frames, loaded as one chunk. */
export { FrameCanvas } from './FrameCanvas.tsx'
export { createFrameStore } from './frame-store.ts'
