import { describe, expect, it } from 'vitest'
import { panelKey } from './panel-keys.ts'

/** A key pressed while the focus is on an element that matches this and nothing else. */
function press(key: string, focused: string, ctrlKey = false) {
  const closest = (selectors: string) => (selectors.split(', ').includes(focused) ? {} : null)
  const target = { closest } as unknown as EventTarget
  return panelKey({ key, ctrlKey, metaKey: false, altKey: false, target })
}

describe("keys on the result's screen", () => {
  it('sets the ends by I and O, previews by Space, steps by comma and full stop, and adds a range by A', () => {
    const presses = ['i', 'O', ' ', ',', '.', 'a'].map((key) => press(key, 'h1'))
    expect(presses).toEqual(['start_here', 'end_here', 'preview', 'frame_back', 'frame_forward', 'add_range'])
  })

  it('leaves typing, buttons, dialogs and shortcuts of the browser alone', () => {
    expect(['i', ' ', '.'].map((key) => press(key, 'input'))).toEqual([null, null, null])
    expect([press(' ', 'button'), press('i', 'button')]).toEqual([null, 'start_here'])
    expect(['i', ' '].map((key) => press(key, '[role="dialog"]'))).toEqual([null, null])
    expect(press('o', 'h1', true)).toBeNull()
  })
})
