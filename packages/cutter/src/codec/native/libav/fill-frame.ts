import { Frame } from 'node-av/lib'
import type { Plane } from '../../planes.ts'
import { requireEncoded } from './codec-result.ts'

/**
 * Copies planes into a frame's own memory. node-av's `fromBuffer` would only point to the planes, which may be freed
 * while the encoder still reads them.
 */
export function fillFrame(frame: Frame, planes: readonly Plane[]): void {
  const { data, linesize } = frame
  for (const [index, { height, values }] of planes.entries()) {
    const rowBytes = values.length / height
    const target = data?.[index]
    const step = linesize[index] ?? 0
    if (!target || step < rowBytes || target.length < (height - 1) * step + rowBytes)
      throw new Error('A frame has no room for these planes.')
    for (let row = 0; row < height; row += 1)
      target.set(values.subarray(row * rowBytes, (row + 1) * rowBytes), row * step)
  }
}

/** Allocates a frame with its own memory. The caller frees it. */
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
