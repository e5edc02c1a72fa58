import { type Locator, userEvent } from 'vitest/browser'

export interface Point {
  x: number
  y: number
}

const DRAG_STEP_COUNT = 6

export async function middlePointOf(target: Locator): Promise<Point> {
  const element = await target.findElement()
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Drags with the mouse, in steps, like a person. */
export async function drag(from: Point, by: Point): Promise<void> {
  const path = Array.from({ length: DRAG_STEP_COUNT }, (_, step): Point => {
    const fraction = (step + 1) / DRAG_STEP_COUNT
    return { x: from.x + by.x * fraction, y: from.y + by.y * fraction }
  })
  await userEvent.pointer([
    { coords: from },
    { keys: '[MouseLeft>]' },
    ...path.map((coords) => ({ coords })),
    { keys: '[/MouseLeft]' },
  ])
}

/** Clicks at a point of the window. */
export async function clickAt(coords: Point): Promise<void> {
  await userEvent.pointer([{ coords }, { keys: '[MouseLeft]' }])
}
