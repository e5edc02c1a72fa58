import type { DownloadOption } from '@kerf/contract/video'
import type { ClipForm } from '@kerf/domain/formats/format-choice'

/** Option of the bar: the one with the last chosen form, else the best one that the viewer may use. */
export function offeredOption<Option extends ClipForm & Pick<DownloadOption, 'access'>>(
  options: readonly Option[],
  form: ClipForm | undefined,
): Option | undefined {
  const usableOptions = options.filter(({ access }) => access === 'allowed')
  return (
    usableOptions.find(({ quality, format }) => quality === form?.quality && format === form.format) ?? usableOptions[0]
  )
}
