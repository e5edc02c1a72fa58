import type { Locator } from 'playwright-core'

/**
 * Whether the full height of an element is on a screen of this size, in CSS pixels. Overlapping elements do not count.
 */
export async function isOnScreen(
  part: Locator,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const box = await part.boundingBox()
  if (!box) return false
  const slack = 1
  return box.y >= -slack && box.y + box.height <= height + slack && box.x < width && box.x + box.width > 0
}
