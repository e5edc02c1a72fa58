import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { browser } from '../browser.ts'
import { createKerfQuery, MAX_RANGES, type Marks, NO_MARKS, setInMark, setOutMark, withoutRange } from '../marks.ts'
import { findVideo, isAdPlaying, isLive } from '../watched-video.ts'
import { translate } from '../words.ts'
import styles from './panel.css?inline'

/** Tag name of the element that contains the panel. */
const HOST_TAG = 'kerf-marks'

export interface Panel {
  /** Shows the panel for a video. The marks of other videos stay until the page is closed. */
  show(videoId: string): void
  /** Removes the panel from the page, and disables its shortcuts. */
  hide(): void
}

/** Creates the panel with its buttons, its keyboard shortcuts and the list of marks. */
export function createPanel(): Panel {
  const marksByVideo = new Map<string, Marks>()
  let videoId = ''
  const currentMarks = (): Marks => marksByVideo.get(videoId) ?? NO_MARKS

  const note = createElement('p', { className: 'note', role: 'status' })
  const rangeList = createElement('ol', { ariaLabel: translate('list') })
  const cutButton = createButton(
    translate('cut'),
    () => sendMessage({ search: createKerfQuery(videoId, currentMarks()) }),
    'cut',
  )
  const panelBody = createElement('section', { className: 'panel', ariaLabel: translate('panel') }, [
    createElement('div', { className: 'row' }, [
      createButton(translate('markIn'), () => addMark('in'), 'mark', 'Alt+I'),
      createButton(translate('markOut'), () => addMark('out'), 'mark', 'Alt+O'),
    ]),
    note,
    rangeList,
    cutButton,
    createButton(translate('choose'), () => sendMessage({ options: true }), 'quiet'),
  ])
  panelBody.hidden = true
  const toggleButton = createButton(translate('open'), () => setOpen(panelBody.hidden === true), 'toggle')
  toggleButton.ariaExpanded = 'false'

  function setOpen(isOpen: boolean): void {
    panelBody.hidden = !isOpen
    toggleButton.ariaExpanded = String(isOpen)
    toggleButton.textContent = translate(isOpen ? 'close' : 'open')
  }

  /**
   * Sends a message to the background. It fails after an update or removal of the extension, until the page is
   * reloaded.
   */
  const sendMessage = (message: object): void =>
    void Promise.resolve()
      .then(() => browser.runtime.sendMessage(message))
      .catch(() => {
        note.textContent = translate('reload')
      })

  function addMark(kind: 'in' | 'out'): void {
    setOpen(true)
    showNote(...setMark(kind))
  }

  /** Sets a mark, and returns the message about it. */
  function setMark(kind: 'in' | 'out'): Parameters<typeof translate> {
    const video = findVideo()
    if (!video) return ['noVideo']
    if (isLive()) return ['live']
    if (isAdPlaying()) return ['ad']
    if (kind === 'in') {
      saveMarks(setInMark(currentMarks(), video.currentTime))
      return ['inAt', shortTimecode(video.currentTime)]
    }
    const result = setOutMark(currentMarks(), video.currentTime)
    if (typeof result === 'string') return [result, String(MAX_RANGES)]
    saveMarks(result)
    return ['added', rangeText(result.ranges.at(-1)!)]
  }

  function showNote(...words: Parameters<typeof translate>): void {
    note.textContent = translate(...words)
  }

  function saveMarks(newMarks: Marks): void {
    marksByVideo.set(videoId, newMarks)
    drawRanges()
  }

  function drawRanges(): void {
    const { ranges, start } = currentMarks()
    rangeList.replaceChildren(
      ...ranges.map((range, index) => {
        const text = rangeText(range)
        const goButton = createButton(text, () => goTo(range.startTime), 'go')
        goButton.ariaLabel = translate('goTo', text)
        const removeButton = createButton('×', () => removeRange(index), 'remove')
        removeButton.ariaLabel = translate('remove', text)
        return createElement('li', {}, [goButton, removeButton])
      }),
    )
    cutButton.ariaDisabled = String(ranges.length === 0 && start === null)
  }

  function removeRange(index: number): void {
    const removedRange = currentMarks().ranges[index]
    saveMarks(withoutRange(currentMarks(), index))
    if (removedRange) showNote('removed', rangeText(removedRange))
    // The pressed button no longer exists, so the focus moves to a neighbour.
    const neighbour =
      rangeList.children[Math.min(index, rangeList.children.length - 1)]?.querySelector<HTMLElement>('.remove')
    ;(neighbour ?? toggleButton).focus()
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
      addMark(code === 'KeyI' ? 'in' : 'out')
    },
    { capture: true },
  )

  function switchTo(newVideoId: string): void {
    if (videoId === newVideoId) return
    videoId = newVideoId
    note.textContent = ''
    drawRanges()
  }

  // Firefox runs the script of an updated extension in open pages. There, the panel of the former script no longer works.
  document.querySelector(HOST_TAG)?.remove()
  const host = document.createElement(HOST_TAG)
  const corner = createElement('div', { className: 'corner' }, [panelBody, toggleButton])
  host.attachShadow({ mode: 'open' }).append(createElement('style', { textContent: styles }), corner)

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
  const video = findVideo()
  if (video) video.currentTime = time
}

function isTyping(event: Event): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & { role?: string } = {},
  children: Node[] = [],
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

function createButton(text: string, onClick: () => void, className: string, shortcut?: string): HTMLButtonElement {
  const node = createElement('button', { type: 'button', className, textContent: text })
  if (shortcut) {
    node.append(createElement('kbd', { textContent: shortcut }))
    node.setAttribute('aria-keyshortcuts', shortcut)
  }
  node.addEventListener('click', () => {
    if (node.ariaDisabled !== 'true') onClick()
  })
  return node
}
