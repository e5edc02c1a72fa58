import type { Frame } from 'node-av/lib'
import type { Plane } from './turned-plane.ts'

/**
 * Copies a frame into the memory that a frame has of its own. The frame's `fromBuffer` would only point at ours, which is gone, or
 * somebody else's, as soon as nothing here knows of it any more: often while the encoder still reads.
 */
export function fillFrame(frame: Frame, planes: readonly Plane[]): void {
  const { data, linesize } = frame
  for (const [index, { height, values }] of planes.entries()) {
    const lineBytes = values.length / height
    const onto = data?.[index]
    const step = linesize[index] ?? 0
    if (!onto || step < lineBytes || onto.length < (height - 1) * step + lineBytes)
      throw new Error('A frame has no room for the frame.')
    for (let line = 0; line < height; line += 1)
      onto.set(values.subarray(line * lineBytes, (line + 1) * lineBytes), line * step)
  }
}
