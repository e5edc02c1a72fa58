import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { EXAMPLE_CUT, EXAMPLE_FACTS, scriptEngine } from '../../testing/device-engine.ts'
import {
  chooseFile,
  drop,
  FILE,
  fileTitle,
  isLeavingAsked,
  OTHER_FILE,
  otherFileTitle,
  saveButton,
  watchDownloads,
} from '../../testing/device-page.ts'
import { button, expectNoFaults, PHONE, region, see, seeNo, seePath, seeText } from '../../testing/screen.ts'
import { goOffline } from '../../testing/scripted-server.ts'
import { scriptVideo, seeRange, typeRange } from '../../testing/video.ts'

describe('a local file', () => {
  it('is opened by the button, cut with the chosen range, and saved as a download where there is no dialog', async () => {
    const downloads = watchDownloads()
    const { inputsOf } = scriptEngine()
    await open('/device')
    await chooseFile(FILE)
    await see(fileTitle)
    expect(document.activeElement).toBe(fileTitle.element())
    await seeText(/1,488 original frames, 12 re-encoded/)
    await typeRange('0:02.000', '0:06.000')
    await seeRange(2, 6)
    await expect.element(saveButton).toHaveAttribute('aria-disabled', 'false')
    await saveButton.click()
    await seeText('Saved:')
    expect(downloads).toEqual(['holiday 0.02.000-0.06.000.mp4'])
    expect(inputsOf('cut')).toEqual([{ ranges: [{ startTime: 2, endTime: 6 }], spec: { kind: 'video', height: null } }])
    expect(inputsOf('open')).toEqual([FILE])
    await expectNoFaults('a saved clip')
  })

  it('is taken from a drop anywhere, and the next one takes its place', async () => {
    const { calls } = scriptEngine()
    await open('/device')
    await expect.poll(() => document.documentElement.dataset.alive).toBe('')
    drop(FILE)
    await see(fileTitle)
    drop(OTHER_FILE, document.querySelector('footer')!)
    await see(otherFileTitle)
    await expect.poll(() => calls.filter(({ name }) => name === 'terminate')).toHaveLength(1)
  })

  it('that is dropped on the home page opens here, and the browser allows the page no connection from then on', async () => {
    scriptVideo()
    const { policies } = scriptEngine()
    await open('/')
    await see(page.getByRole('link', { name: 'or open a file' }))
    drop(FILE)
    for (const part of ["connect-src 'none'", "img-src 'self'", "script-src 'self'"])
      expect(policies[0]).toContain(part)
    await seePath('/device')
    await see(fileTitle)
  })

  it('is written where the dialog says, which opens after the cut, and again after a dialog without an answer', async () => {
    const { inputsOf } = scriptEngine()
    const chunks: string[] = []
    const write = (chunk: Uint8Array) => void chunks.push(new TextDecoder().decode(chunk))
    const showSaveFilePicker = vi
      .fn()
      .mockRejectedValueOnce(new DOMException('No press', 'SecurityError'))
      .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
      .mockResolvedValue({ createWritable: async () => new WritableStream({ write }) })
    vi.stubGlobal('showSaveFilePicker', showSaveFilePicker)
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    await saveButton.click()
    for (const count of [1, 2]) {
      await seeText('Ready, but not saved yet:')
      expect(showSaveFilePicker).toHaveBeenCalledTimes(count)
      await button('Save the clip').click()
    }
    await seeText('Saved:')
    expect(inputsOf('cut')).toHaveLength(1)
    expect(chunks).toEqual(['clip'])
    expect(showSaveFilePicker.mock.lastCall?.[0]).toEqual({
      suggestedName: 'holiday 0.00.000-1.00.000.mp4',
      types: [{ accept: { 'video/mp4': ['.mp4'] } }],
    })
  })

  it('is not cut again when its clip could not be written, and the clip can be saved in another place', async () => {
    const { inputsOf } = scriptEngine()
    const full = new WritableStream({ write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    const showSaveFilePicker = vi
      .fn()
      .mockResolvedValueOnce({ createWritable: async () => full })
      .mockResolvedValue({ createWritable: async () => new WritableStream() })
    vi.stubGlobal('showSaveFilePicker', showSaveFilePicker)
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    await saveButton.click()
    await seeText(/The clip could not be written/)
    await button('Save the clip').click()
    await seeText('Saved:')
    await seeNo(page.getByText(/The clip could not be written/))
    expect(inputsOf('cut')).toHaveLength(1)
  })

  it('shows the progress of its cut, which can be cancelled', async () => {
    watchDownloads()
    const { calls } = scriptEngine({ cut: () => new Promise(() => {}) })
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    await saveButton.click()
    await expect
      .element(page.getByRole('progressbar', { name: 'Progress of the cut' }))
      .toHaveAttribute('aria-valuenow', '40')
    await expect.element(button('Cancel the cut')).toHaveFocus()
    await button('Cancel the cut').click()
    await see(saveButton)
    await expect.element(saveButton).toHaveFocus()
    const cutCall = calls.find(({ name }) => name === 'cut')
    // Frames and thumbnails may be asked for meanwhile.
    expect(calls).toContainEqual({ ...cutCall, name: 'cancel', input: undefined })
  })

  it('stays open while it is cut: another file is not taken, and the browser asks before the page is left', async () => {
    watchDownloads()
    const { inputsOf } = scriptEngine({ cut: () => new Promise(() => {}) })
    await open('/device')
    await chooseFile(FILE)
    await seeText(/1,488 original frames/)
    expect(isLeavingAsked()).toBe(false)
    await saveButton.click()
    await seeText('A clip is being cut. Another file can be opened after that.')
    await expect.element(button('Open another file')).toHaveAttribute('aria-disabled', 'true')
    expect(isLeavingAsked()).toBe(true)
    drop(OTHER_FILE)
    await button('Cancel the cut').click()
    await see(saveButton)
    expect(isLeavingAsked()).toBe(false)
    expect(inputsOf('open')).toEqual([FILE])
    drop(OTHER_FILE)
    await see(otherFileTitle)
  })

  it('offers the forms that its tracks allow', async () => {
    scriptEngine({
      open: () => ({ ...EXAMPLE_FACTS, video: { ...EXAMPLE_FACTS.video!, codec: 'vp9' }, audio: null }),
    })
    await open('/device')
    await chooseFile(FILE)
    const form = page.getByRole('combobox', { name: 'Save as' })
    await see(form)
    const names = [...(form.element() as HTMLSelectElement).options].map(({ text }) => text)
    expect(names).toEqual(['MP4 (H.264)', 'Original (VP9)'])
  })

  it('is cropped to a shape', async () => {
    const { inputsOf } = scriptEngine()
    await open('/device')
    await chooseFile(FILE)
    await button('Crop and fades').click()
    await button('1:1').click()
    await expect
      .poll(() => inputsOf('plan').at(-1))
      .toMatchObject({ spec: { kind: 'video', crop: { left: 0.21875, top: 0, width: 0.5625, height: 1 } } })
    await expectNoFaults('a cropped file')
  })

  it('fades: its frames in an MP4, its audio in every form that has it', async () => {
    watchDownloads()
    const { file, receipt } = EXAMPLE_CUT
    const { inputsOf } = scriptEngine({ cut: () => ({ file, receipt: { ...receipt, way: 'transcoded' } }) })
    await open('/device')
    await chooseFile(FILE)
    await button('Crop and fades').click()
    await page.getByRole('slider', { name: 'Fade video' }).fill('0.5')
    await page.getByRole('slider', { name: 'Fade audio' }).fill('1')
    await seeText('In at the start, out at the end. A video fade re-encodes every frame.')
    await expect
      .poll(() => inputsOf('plan').at(-1))
      .toMatchObject({ spec: { kind: 'video', height: null, videoFade: 0.5, audioFade: 1 } })
    await expect.element(saveButton).toHaveAttribute('aria-disabled', 'false')
    await saveButton.click()
    await seeText(/Every frame was re-encoded: faded in and out\./)
    await page.getByRole('combobox', { name: 'Save as' }).selectOptions('Audio, MP3')
    await seeNo(page.getByRole('slider', { name: 'Fade video' }))
    await expect
      .poll(() => inputsOf('plan').at(-1))
      .toMatchObject({ spec: { kind: 'mp3', bitrate: 320_000, tags: { title: 'holiday.mp4' }, audioFade: 1 } })
    await expectNoFaults('a file that fades')
  })

  it('without audio offers no fade of audio', async () => {
    scriptEngine({ open: () => ({ ...EXAMPLE_FACTS, audio: null }) })
    await open('/device')
    await chooseFile(FILE)
    await button('Crop and fades').click()
    await see(page.getByRole('slider', { name: 'Fade video' }))
    await seeNo(page.getByRole('slider', { name: 'Fade audio' }))
  })

  it('is cut in several ranges, joined', async () => {
    watchDownloads()
    const { inputsOf } = scriptEngine()
    await open('/device')
    await chooseFile(FILE)
    await see(fileTitle)
    for (const [start, end] of [
      ['0:02.000', '0:06.000'],
      ['0:20.000', '0:30.000'],
    ] as const) {
      await typeRange(start, end)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    }
    await see(page.getByRole('list', { name: /ranges/i }))
    await expect.element(saveButton).toHaveAttribute('aria-disabled', 'false')
    await saveButton.click()
    await seeText('Saved:')
    expect(inputsOf('cut')).toMatchObject([
      {
        ranges: [
          { startTime: 2, endTime: 6 },
          { startTime: 20, endTime: 30 },
        ],
      },
    ])
  })
})

it('a person without a connection reads that files can be cut here', async () => {
  scriptEngine()
  await open('/device')
  const goOnline = goOffline()
  await seeText('You are offline. Files can still be cut here.')
  goOnline()
  await seeNo(page.getByText(/You are offline/))
})

it('the screen of a file fits a phone, and offers nothing of the server', async () => {
  scriptEngine()
  await page.viewport(PHONE.width, PHONE.height)
  await open('/device')
  await see(button('Open a file'))
  await expectNoFaults('the empty page')
  await chooseFile(FILE)
  await see(fileTitle)
  await seeText(/1,488 original frames/)
  for (const name of ['Apply Trim', 'Copy link to this trim', 'Download']) await seeNo(button(name))
  await see(region('Snap and zoom'))
  await expectNoFaults('an open file')
})
