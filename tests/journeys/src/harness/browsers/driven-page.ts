/** A page in a browser of any family, as far as the journeys of all three need it. */
export interface DrivenPage {
  goto(url: string): Promise<void>
  /** Runs a function in the page, by its text: it sees its arguments and the page alone. Both ways, values travel as JSON. */
  evaluate<Given extends unknown[], Answer>(
    run: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Answer>
  /** WebKit's window is never narrower than 447 pixels. */
  resize(screen: { width: number; height: number }): Promise<void>
  perform(actions: readonly InputActions[]): Promise<void>
  close(): Promise<void>
}

/** One input device and what it does, as WebDriver writes both (https://www.w3.org/TR/webdriver2/#actions). */
export type InputActions =
  | { type: 'pointer'; id: 'mouse'; actions: readonly PointerAction[] }
  | { type: 'key'; id: 'keyboard'; actions: readonly KeyAction[] }

type PointerAction = { type: 'pointerMove'; x: number; y: number } | { type: 'pointerDown' | 'pointerUp'; button: 0 }
type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }

export const ENTER = '\uE007'
const CONTROL = '\uE009'

/** The text of a script that runs a function and gives its answer as JSON. */
export const scriptOf = (run: (...given: never[]) => unknown, given: readonly unknown[]): string =>
  `(${run})(...${JSON.stringify(given)})`

export async function pressAt(page: DrivenPage, { x, y }: { x: number; y: number }): Promise<void> {
  const actions: PointerAction[] = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  await page.perform([{ type: 'pointer', id: 'mouse', actions }])
}

export async function typeText(page: DrivenPage, text: string): Promise<void> {
  const actions = [...text].flatMap((value): KeyAction[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await page.perform([{ type: 'key', id: 'keyboard', actions }])
}

export async function selectAll(page: DrivenPage): Promise<void> {
  const actions: KeyAction[] = [
    { type: 'keyDown', value: CONTROL },
    { type: 'keyDown', value: 'a' },
    { type: 'keyUp', value: 'a' },
    { type: 'keyUp', value: CONTROL },
  ]
  await page.perform([{ type: 'key', id: 'keyboard', actions }])
}
