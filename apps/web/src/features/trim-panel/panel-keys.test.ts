import { describe, expect, it } from 'vitest'
import { panelKey } from './panel-keys.ts'

function press(key: string, tagName: string, ctrlKey = false) {
  const target = { tagName } as unknown as EventTarget
  return panelKey({ key, ctrlKey, metaKey: false, altKey: false, target })
}

describe('keys in the trim panel', () => {
  it('sets the ends by I and O and previews by Space', () => {
    expect([press('i', 'DIV'), press('O', 'DIV'), press(' ', 'SECTION')]).toEqual(['start_here', 'end_here', 'preview'])
  })

  it('leaves typing alone', () => {
    expect([press('i', 'INPUT'), press(' ', 'INPUT')]).toEqual([null, null])
  })

  it('lets Space press the button it is on', () => {
    expect([press(' ', 'BUTTON'), press('i', 'BUTTON')]).toEqual([null, 'start_here'])
  })

  it('does not take a shortcut of the browser', () => {
    expect(press('o', 'DIV', true)).toBeNull()
  })
})
