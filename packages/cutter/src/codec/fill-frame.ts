import { Frame } from 'node-av/lib'
import { requireEncoded } from './codec-result.ts'
import type { Plane } from './turned-plane.ts'

/** Copies planes into a frame's own memory. `fromBuffer` would only point at ours, which may be freed while the encoder still reads. */
export function fillFrame(frame: Frame, planes: readonly Plane[]): void {
  const { data, linesize } = frame
  for (const [index, { height, values }] of planes.entries()) {
    const lineBytes = values.length / height
    const onto = data?.[index]
    const step = linesize[index] ?? 0
    if (!onto || step < lineBytes || onto.length < (height - 1) * step + lineBytes)
      throw new Error('A frame has no room for these planes.')
    for (let line = 0; line < height; line += 1)
      onto.set(values.subarray(line * lineBytes, (line + 1) * lineBytes), line * step)
  }
}

/** A frame with memory of its own. The caller frees it. */
export function emptyFrame(
  shape: Pick<Frame, 'width' | 'height' | 'format'> &
    Partial<Pick<Frame, 'colorRange' | 'colorSpace' | 'colorPrimaries' | 'colorTrc' | 'pts'>>,
): Frame {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, shape)
  requireEncoded(frame.allocBuffer(), 'allocate a frame')
  return frame
}
