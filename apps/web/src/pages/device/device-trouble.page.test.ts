import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { EXAMPLE_FACTS, ScriptedFault, scriptEngine } from '../../testing/device-engine.ts'
import {
  chooseFile,
  drop,
  dropAsFolders,
  FILE,
  fileTitle,
  isLeavingAsked,
  makeUnsavedClip,
  OTHER_FILE,
  otherFileTitle,
  saveButton,
  watchDownloads,
} from '../../testing/device-page.ts'
import { button, expectNoFaults, see, seeNo, seeText } from '../../testing/screen.ts'
import { seeRange, typeRange } from '../../testing/video.ts'

describe('a drop', () => {
  it('of several files opens the first one, and says so', async () => {
    const { inputsOf } = scriptEngine()
    await open('/device')
    await expect.poll(() => document.documentElement.dataset.alive).toBe('')
    drop([FILE, ...Array<File>(9).fill(OTHER_FILE)])
    await see(fileTitle)
    await seeText('Files are opened one at a time. holiday.mp4 was taken.')
    expect(inputsOf('open')).toEqual([FILE])
    await expectNoFaults('the first of several files')
    drop(OTHER_FILE)
    await see(otherFileTitle)
    await seeNo(page.getByText(/one at a time/))
  })

  it('of a folder asks for one file of it, and opens a file beside it', async () => {
    const { calls } = scriptEngine()
    await open('/device')
    await expect.poll(() => document.documentElement.dataset.alive).toBe('')
    dropAsFolders(1)
    drop(new File([], 'videos'))
    await seeText('This is a folder. Please drop one file of it.')
    expect(calls).toEqual([])
    dropAsFolders(1)
    drop([new File([], 'videos'), FILE])
    await see(fileTitle)
  })
})

describe('a clip that is not saved yet', () => {
  it('stays when another file is chosen, until the person gives it up', async () => {
    const { inputsOf } = scriptEngine()
    await open('/device')
    await chooseFile(FILE)
    await makeUnsavedClip()
    expect(isLeavingAsked()).toBe(true)
    drop(OTHER_FILE)
    await seeText('The clip is not saved yet. Save it below, or open party.webm without it.')
    await expectNoFaults('the question')
    await button('Stay here').click()
    await seeNo(page.getByText(/The clip is not saved yet/))
    await see(button('Save the clip'))
    expect(inputsOf('open')).toEqual([FILE])
    drop(OTHER_FILE)
    await button('Open without saving').click()
    await see(otherFileTitle)
    expect(isLeavingAsked()).toBe(false)
  })

  it('is followed by the other file as soon as it is saved', async () => {
    scriptEngine()
    await open('/device')
    await chooseFile(FILE)
    await makeUnsavedClip()
    drop(OTHER_FILE)
    await seeText(/The clip is not saved yet/)
    watchDownloads()
    await button('Save the clip').click()
    await see(otherFileTitle)
  })
})

describe('the engine', () => {
  it('shows why it ended, and is started again with the same file by the next cut', async () => {
    watchDownloads()
    const { inputsOf, endWorker } = scriptEngine({ cut: () => new Promise(() => {}) })
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    await saveButton.click()
    await see(button('Cancel the cut'))
    endWorker()
    await seeText(/The browser ended the cutting, perhaps because memory ran out/)
    await saveButton.click()
    await see(button('Cancel the cut'))
    expect(inputsOf('open')).toEqual([FILE, FILE])
    expect(inputsOf('cut')).toHaveLength(2)
  })

  it('shows that its code could not be loaded, and is started again by the next file', async () => {
    let isOpening = true
    const { endWorker } = scriptEngine({ open: () => (isOpening ? new Promise(() => {}) : EXAMPLE_FACTS) })
    await open('/device')
    await chooseFile(FILE)
    await see(page.getByRole('status', { name: 'Opening holiday.mp4' }))
    isOpening = false
    endWorker()
    await seeText(/The code that cuts files could not be loaded/)
    await chooseFile(OTHER_FILE)
    await see(otherFileTitle)
  })

  it('ends a cut in which nothing moves for a minute, and no other', async () => {
    watchDownloads()
    const { move } = scriptEngine({ cut: () => new Promise(() => {}) })
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await saveButton.click()
    await see(button('Cancel the cut'))
    await vi.advanceTimersByTimeAsync(50_000)
    move()
    await vi.advanceTimersByTimeAsync(50_000)
    await see(button('Cancel the cut'))
    await vi.advanceTimersByTimeAsync(30_000)
    await seeText(/Nothing has moved for a minute, so the cut was ended/)
    await see(saveButton)
  })
})

describe('a refusal', () => {
  it.each([
    ['the page was not opened over HTTPS', 'isSecureContext', false, /only on pages that are opened over HTTPS/],
    ['the browser has no codecs', 'VideoEncoder', undefined, /cannot decode and encode video itself/],
  ])('says before a file is chosen that %s', async (_, name, value, sentence) => {
    const { calls } = scriptEngine()
    vi.stubGlobal(name, value)
    await open('/device')
    await seeText(sentence)
    await seeNo(button('Open a file'))
    await expect.poll(() => document.documentElement.dataset.alive).toBe('')
    drop(FILE)
    await seeText(sentence)
    expect(calls).toEqual([])
  })

  it('says that a file is no media, and another file can be opened', async () => {
    let isMedia = false
    scriptEngine({ open: () => (isMedia ? EXAMPLE_FACTS : new ScriptedFault('not_media')) })
    await open('/device')
    await chooseFile(FILE)
    await seeText('This file is no video or audio that Kerf can read.')
    isMedia = true
    await chooseFile(OTHER_FILE)
    await see(otherFileTitle)
  })

  it('of another file keeps the open file and its trim', async () => {
    scriptEngine({ open: (file) => (file === FILE ? EXAMPLE_FACTS : new ScriptedFault('not_media')) })
    await open('/device')
    await chooseFile(FILE)
    await see(fileTitle)
    await typeRange('0:02.000', '0:06.000')
    drop(new File(['text'], 'notes.txt'))
    await seeText('This file is no video or audio that Kerf can read.')
    await see(fileTitle)
    await seeRange(2, 6)
  })

  it('of a cut is known before the press, and one that comes later is shown below', async () => {
    watchDownloads()
    let refuses = true
    scriptEngine({
      plan: () => (refuses ? new ScriptedFault('decodedVideo') : { way: 'm4a', container: 'm4a', video: null }),
      cut: () => new ScriptedFault('sink_failed'),
    })
    await open('/device')
    await chooseFile(FILE)
    await seeText(/cannot decode the video of this file/)
    await expect.element(saveButton).toHaveAttribute('aria-disabled', 'true')
    refuses = false
    await page.getByRole('combobox', { name: 'Save as' }).selectOptions('Audio, M4A')
    await expect.element(saveButton).toHaveAttribute('aria-disabled', 'false')
    await saveButton.click()
    await seeText(/The clip could not be written/)
    await seeNo(page.getByRole('progressbar'))
  })
})
