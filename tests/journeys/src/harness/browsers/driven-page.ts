/** A page in a browser of any family, with the calls that the journeys need. */
export interface DrivenPage {
  goto(url: string): Promise<void>
  /**
   * Runs a function in the page by its source text. It can use only its arguments and the page. Arguments and result
   * travel as JSON.
   */
  evaluate<Args extends unknown[], Answer>(
    run: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** Sets the size in CSS pixels. WebKit's window is never narrower than 447 pixels. */
  resize(screen: { width: number; height: number }): Promise<void>
  perform(actions: readonly InputActions[]): Promise<void>
  close(): Promise<void>
}

/** One input device and its actions, in the format of WebDriver (https://www.w3.org/TR/webdriver2/#actions). */
export type InputActions =
  | { type: 'pointer'; id: 'mouse'; actions: readonly PointerAction[] }
  | { type: 'key'; id: 'keyboard'; actions: readonly KeyAction[] }

type PointerAction = { type: 'pointerMove'; x: number; y: number } | { type: 'pointerDown' | 'pointerUp'; button: 0 }
type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }

export const ENTER = '\uE007'
const CONTROL = '\uE009'

/** Source text of a call of this function with these arguments. */
export const scriptOf = (run: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(${run})(...${JSON.stringify(args)})`

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
