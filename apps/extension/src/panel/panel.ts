import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { browser } from '../browser.ts'
import { type Marks, MOST_RANGES, markIn, markOut, NO_MARKS, searchFor, withoutRange } from '../marks.ts'
import { isAdPlaying, isLive, playedVideo } from '../watched-video.ts'
import { say } from '../words.ts'
import styles from './panel.css?inline'

/** Name of the element around the panel. */
const HOST = 'kerf-marks'

export interface Panel {
  /** Shows the panel for a video. The marks of other videos stay until the page is closed. */
  show(videoId: string): void
  /** Removes the panel from the page, and switches off its keys. */
  hide(): void
}

/** Creates the panel with its buttons, its keyboard shortcuts and the list of marks. */
export function createPanel(): Panel {
  const marksByVideo = new Map<string, Marks>()
  let videoId = ''
  const marks = (): Marks => marksByVideo.get(videoId) ?? NO_MARKS

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

  /**
   * Sends a message to the background. It fails after an update or removal of the extension, until the page is
   * reloaded.
   */
  const send = (message: object): void =>
    void Promise.resolve()
      .then(() => browser.runtime.sendMessage(message))
      .catch(() => {
        note.textContent = say('reload')
      })

  function mark(which: 'in' | 'out'): void {
    open(true)
    tell(...setMark(which))
  }

  /** Sets a mark, and returns the message about it. */
  function setMark(which: 'in' | 'out'): Parameters<typeof say> {
    const video = playedVideo()
    if (!video) return ['noVideo']
    if (isLive()) return ['live']
    if (isAdPlaying()) return ['ad']
    if (which === 'in') {
      store(markIn(marks(), video.currentTime))
      return ['inAt', shortTimecode(video.currentTime)]
    }
    const result = markOut(marks(), video.currentTime)
    if (typeof result === 'string') return [result, String(MOST_RANGES)]
    store(result)
    return ['added', rangeText(result.ranges.at(-1)!)]
  }

  function tell(...words: Parameters<typeof say>): void {
    note.textContent = say(...words)
  }

  function store(newMarks: Marks): void {
    marksByVideo.set(videoId, newMarks)
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
    const removedRange = marks().ranges[index]
    store(withoutRange(marks(), index))
    if (removedRange) tell('removed', rangeText(removedRange))
    // The pressed button no longer exists, so the focus moves to a neighbour.
    const neighbour = list.children[Math.min(index, list.children.length - 1)]?.querySelector<HTMLElement>('.remove')
    ;(neighbour ?? toggle).focus()
  }

  // The shortcuts need Alt, because YouTube uses the plain letters: I opens the miniplayer, O changes captions.
  window.addEventListener(
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

  function switchTo(newVideoId: string): void {
    if (videoId === newVideoId) return
    videoId = newVideoId
    note.textContent = ''
    draw()
  }

  // Firefox runs the script of an updated extension in open pages, where the panel of the former script no longer works.
  document.querySelector(HOST)?.remove()
  const host = document.createElement(HOST)
  const corner = element('div', { className: 'corner' }, [body, toggle])
  host.attachShadow({ mode: 'open' }).append(element('style', { textContent: styles }), corner)

  return {
    show(newVideoId) {
      // YouTube often redraws its own elements, but never the html element.
      if (!host.isConnected) document.documentElement.append(host)
      switchTo(newVideoId)
    },
    hide() {
      host.remove()
      switchTo('')
    },
  }
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
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

function button(text: string, act: () => void, className: string, key?: string): HTMLButtonElement {
  const node = element('button', { type: 'button', className, textContent: text })
  if (key) {
    node.append(element('kbd', { textContent: key }))
    node.setAttribute('aria-keyshortcuts', key)
  }
  node.addEventListener('click', () => {
    if (node.ariaDisabled !== 'true') act()
  })
  return node
}
