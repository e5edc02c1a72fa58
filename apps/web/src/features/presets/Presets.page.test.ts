import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { reload } from '../../testing/app.tsx'
import { button, expectNoFaults, field, pressOn, region, see, seeNo } from '../../testing/screen.ts'
import {
  addressParameter,
  openSample,
  optionButton,
  scriptClips,
  scriptVideo,
  seeRange,
  seeSample,
} from '../../testing/video.ts'

const presets = region('Presets')
const nameField = presets.getByRole('textbox', { name: 'Name of the preset' })
const preset = (name: string | RegExp) => presets.getByRole('button', { name, exact: true })
const openPanel = () => button('Make it fit').click()

it('presets are saved with their options, applied after a reload, and deleted', async () => {
  scriptVideo()
  scriptClips()
  await openSample('&start=10&end=20&crop=9:16&max=10MB')
  await openPanel()
  const name = /^360p · 9:16 · 10\sMB$/
  await presets.getByRole('button', { name: 'Save as preset' }).click()
  await expect.element(preset(name)).toHaveAttribute('aria-pressed', 'true')
  await nameField.fill('Loud')
  await field('Loudness').selectOptions('Normalised to −14 LUFS')
  await pressOn(nameField, '{Enter}')
  await expect.element(preset('Loud')).toHaveAttribute('aria-pressed', 'true')
  await expectNoFaults()

  await openSample('&start=30&end=40')
  await openPanel()
  await preset(name).click()
  await expect.poll(() => addressParameter('max')).toBe('10MB')
  expect(addressParameter('crop')).toBe('9:16')
  expect(addressParameter('loudness')).toBeNull()
  await preset('Loud').click()
  await expect.poll(() => addressParameter('loudness')).toBe('-14')
  await seeRange(30, 40)

  // A preset also restores the form of the clip, which the last request has changed.
  const chip = page.getByCss('.action-bar .form-chip b')
  await optionButton('Audio (MP3, 320 kbps)', 'Download').click()
  await expect.element(chip).toHaveTextContent('Audio (MP3, 320 kbps)')
  await preset(name).click()
  await expect.element(chip).toHaveTextContent('360p')

  await presets.getByRole('button', { name: 'Delete \u201cLoud\u201d' }).click()
  await seeNo(preset('Loud'))
  await reload()
  await seeSample()
  await openPanel()
  await see(preset(name))
  expect(presets.getByRole('listitem').length).toBe(1)
})
