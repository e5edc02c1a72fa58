import { describe, expect, it } from 'vitest'
import { panelKey } from './panel-keys.ts'

/** Action of a key that is pressed while the focus is on an element that matches only these selectors. */
function press(key: string, focusSelectors: string, { ctrlKey = false, shiftKey = false } = {}) {
  const closest = (selectors: string) =>
    selectors.split(', ').some((selector) => focusSelectors.split(' ').includes(selector)) ? {} : null
  const target = { closest } as unknown as EventTarget
  return panelKey({ key, ctrlKey, shiftKey, metaKey: false, altKey: false, target })
}

describe("keys on the result's screen", () => {
  it('set the ends by I and O, preview by Space, step by comma and full stop, and add by A', () => {
    const presses = ['i', 'O', ' ', ',', '.', 'a'].map((key) => press(key, 'h1'))
    expect(presses).toEqual(['start_here', 'end_here', 'preview', 'frame_back', 'frame_forward', 'add_range'])
  })

  it('play by J, K and L, download by D, and show themselves by a question mark', () => {
    const presses = ['j', 'K', 'l', 'D', '?'].map((key) => press(key, 'h1'))
    expect(presses).toEqual(['slower', 'pause', 'faster', 'download', 'keys'])
  })

  it('undo and redo, even in a time field, but not in other fields', () => {
    const ctrl = { ctrlKey: true }
    expect([press('z', 'h1', ctrl), press('Z', 'h1', { ...ctrl, shiftKey: true })]).toEqual(['undo', 'redo'])
    expect([press('y', 'h1', ctrl), press('z', 'input .time-entry', ctrl)]).toEqual(['redo', 'undo'])
    expect(press('z', 'input', ctrl)).toBeNull()
  })

  it('leave typing, buttons, dialogs and browser shortcuts alone', () => {
    expect(['i', ' ', '.'].map((key) => press(key, 'input'))).toEqual([null, null, null])
    expect([press(' ', 'button'), press('i', 'button')]).toEqual([null, 'start_here'])
    expect(['i', ' '].map((key) => press(key, '[role="dialog"]'))).toEqual([null, null])
    expect(press('o', 'h1', { ctrlKey: true })).toBeNull()
  })
})
