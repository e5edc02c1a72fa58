import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { browser } from 'wxt/browser'
import type { ContentScriptContext } from 'wxt/utils/content-script-context'
import { type Marks, MOST_RANGES, markIn, markOut, NO_MARKS, searchFor, withoutRange } from '../marks.ts'
import { isAdPlaying, isLive, playedVideo } from '../watched-video.ts'
import { say } from '../words.ts'

export interface Panel {
  elements: readonly Node[]
  /** Marks of another video are kept until the page is left. */
  show(videoId: string): void
  /** There is no video: its keys do nothing. */
  rest(): void
}

/** The panel with its buttons, its keys and the list of marks. */
export function createPanel(ctx: ContentScriptContext): Panel {
  const kept = new Map<string, Marks>()
  let videoId = ''
  const marks = (): Marks => kept.get(videoId) ?? NO_MARKS

  const note = element('p', { className: 'note', role: 'status' })
  const list = element('ol', { ariaLabel: say('list') })
  const cut = button(say('cut'), () => send({ search: searchFor(videoId, marks()) }), 'cut')
  const body = element('section', { className: 'panel', ariaLabel: say('panel') }, [
    element('div', { className: 'row' }, [
      button(say('markIn'), () => mark('in'), 'mark', 'Alt+I'),
      button(say('markOut'), () => mark('out'), 'mark', 'Alt+O'),
    ]),
    note,
    list,
    cut,
    button(say('choose'), () => send({ options: true }), 'quiet'),
  ])
  body.hidden = true
  const toggle = button(say('open'), () => open(body.hidden === true), 'toggle')
  toggle.ariaExpanded = 'false'

  function open(isOpen: boolean): void {
    body.hidden = !isOpen
    toggle.ariaExpanded = String(isOpen)
    toggle.textContent = say(isOpen ? 'close' : 'open')
  }

  /** An extension that was updated or removed answers nothing more until the page is loaded again. */
  const send = (message: object): void =>
    void Promise.resolve()
      .then(() => browser.runtime.sendMessage(message))
      .catch(() => {
        note.textContent = say('reload')
      })

  function mark(which: 'in' | 'out'): void {
    open(true)
    tell(...marked(which))
  }

  /** Sets a mark, and says what came of it. */
  function marked(which: 'in' | 'out'): Parameters<typeof say> {
    const video = playedVideo()
    if (!video) return ['noVideo']
    if (isLive()) return ['live']
    if (isAdPlaying()) return ['ad']
    if (which === 'in') {
      keep(markIn(marks(), video.currentTime))
      return ['inAt', shortTimecode(video.currentTime)]
    }
    const changed = markOut(marks(), video.currentTime)
    if (typeof changed === 'string') return [changed, String(MOST_RANGES)]
    keep(changed)
    return ['added', rangeText(changed.ranges.at(-1)!)]
  }

  function tell(...words: Parameters<typeof say>): void {
    note.textContent = say(...words)
  }

  function keep(changed: Marks): void {
    kept.set(videoId, changed)
    draw()
  }

  function draw(): void {
    const { ranges, start } = marks()
    list.replaceChildren(
      ...ranges.map((range, index) => {
        const text = rangeText(range)
        const go = button(text, () => goTo(range.startTime), 'go')
        go.ariaLabel = say('goTo', text)
        const remove = button('×', () => removeAt(index), 'remove')
        remove.ariaLabel = say('remove', text)
        return element('li', {}, [go, remove])
      }),
    )
    cut.ariaDisabled = String(ranges.length === 0 && start === null)
  }

  function removeAt(index: number): void {
    const removed = marks().ranges[index]
    keep(withoutRange(marks(), index))
    if (removed) tell('removed', rangeText(removed))
    // The button that was pressed is gone.
    const next = list.children[Math.min(index, list.children.length - 1)]?.querySelector<HTMLElement>('.remove')
    ;(next ?? toggle).focus()
  }

  // Plain letters are YouTube's own: I opens the miniplayer, O changes captions.
  ctx.addEventListener(
    window,
    'keydown',
    (event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, repeat, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || repeat || videoId === '' || isTyping(event)) return
      if (code !== 'KeyI' && code !== 'KeyO') return
      event.preventDefault()
      event.stopImmediatePropagation()
      mark(code === 'KeyI' ? 'in' : 'out')
    },
    { capture: true },
  )

  function show(shown: string): void {
    if (videoId === shown) return
    videoId = shown
    note.textContent = ''
    draw()
  }

  return { elements: [body, toggle], show, rest: () => show('') }
}

const rangeText = ({ startTime, endTime }: { startTime: number; endTime: number }): string =>
  `${shortTimecode(startTime)} – ${shortTimecode(endTime)}`

function goTo(time: number): void {
  const video = playedVideo()
  if (video) video.currentTime = time
}

function isTyping(event: Event): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & { role?: string } = {},
  children: Node[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

function button(text: string, act: () => void, className: string, key?: string): HTMLButtonElement {
  const made = element('button', { type: 'button', className, textContent: text })
  if (key) {
    made.append(element('kbd', { textContent: key }))
    made.setAttribute('aria-keyshortcuts', key)
  }
  made.addEventListener('click', () => {
    if (made.ariaDisabled !== 'true') act()
  })
  return made
}
