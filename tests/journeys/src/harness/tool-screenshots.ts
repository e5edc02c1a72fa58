import { asksToProcess, type Visit } from './visit.ts'

/** Takes a visitor through the tool, and a image of each of its states on the way. */
export async function takeToolScreenshots(
  visit: Visit,
  take: (state: string, fullPage?: boolean) => Promise<void>,
): Promise<void> {
  await visit.linkField.waitFor()
  await take('empty')

  const processing = await visit.hold(asksToProcess)
  await visit.button('Try the sample').click()
  await visit.processingDialog.waitFor()
  await take('processing', false)
  processing.release()

  await visit.seeVideo('One day outside, in six shots')
  await visit.typeRange('0:21.4', '0:38.233')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated')
  await visit.button('Dismiss').click()
  await take('result')

  for (const label of ['360p', 'Audio (MP3, 320 kbps)'] as const) {
    await visit.optionButton(label, 'Download').click()
    await visit.optionButton(label, /^Download \(/).waitFor()
  }
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.button('Dismiss').click()
  await take('finished')

  const formats = visit.page.getByRole('region', { name: 'More formats' })
  const gif = formats.getByRole('listitem', { name: 'GIF', exact: true })
  await visit.optionButton('360p', 'How exact is this?').click()
  await formats.getByRole('button', { name: 'More formats' }).click()
  await formats.getByText(/^PNG/).first().waitFor()
  await take('more-formats')

  await visit.typeRange('0:21.4', '0:24.4')
  await gif.getByRole('button', { name: 'Download', exact: true }).click()
  await gif.getByRole('button', { name: /^Download \(/ }).waitFor()
  await visit.button('Dismiss').click()
  await gif.getByRole('button', { name: 'How exact is this?' }).click()
  await take('more-formats-made')
}
