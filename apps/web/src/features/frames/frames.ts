/** What shows exact frames, loaded together. */
export { FrameCanvas } from './FrameCanvas.tsx'
export { createFrameStore } from './frame-store.ts'
