import { Frame } from 'node-av/lib'

/** Another name for the same frame, by which it stays: nothing is copied. Whoever asks for it frees it. */
export function heldFrame(frame: Frame): Frame {
  const own = new Frame()
  own.alloc()
  own.ref(frame)
  return own
}
