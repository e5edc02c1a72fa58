import { type Locator, userEvent } from 'vitest/browser'

export interface Place {
  x: number
  y: number
}

const STEPS = 6

export async function middleOf(target: Locator): Promise<Place> {
  const element = await target.findElement()
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Drags with the mouse, in steps, like a person. */
export async function drag(from: Place, by: Place): Promise<void> {
  const path = Array.from({ length: STEPS }, (_, step): Place => {
    const share = (step + 1) / STEPS
    return { x: from.x + by.x * share, y: from.y + by.y * share }
  })
  await userEvent.pointer([
    { coords: from },
    { keys: '[MouseLeft>]' },
    ...path.map((coords) => ({ coords })),
    { keys: '[/MouseLeft]' },
  ])
}

/** Clicks at a place. */
export async function clickAt(coords: Place): Promise<void> {
  await userEvent.pointer([{ coords }, { keys: '[MouseLeft]' }])
}
