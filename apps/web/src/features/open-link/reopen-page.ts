import type { AskedTimes } from '../../data/ranges/asked-address.ts'

/**
 * A part of the app that failed to load stays so for as long as the page lives: browsers remember the failure, and after an
 * update of the server there is no such file any more. Reloading the page helps, and the link goes along as a
 * prepared trim. Answers whether that is under way: without a server the page had better stay.
 */
export async function reopenPage(link: string, part: AskedTimes | undefined): Promise<boolean> {
  const answers = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (answers) location.assign(preparedAddress(link, part))
  return answers
}

export function preparedAddress(link: string, part: AskedTimes | undefined): string {
  const query = new URLSearchParams({ url: link })
  if (part?.start) query.set('start', part.start)
  if (part?.end) query.set('end', part.end)
  if (part?.ranges) query.set('ranges', part.ranges)
  if (part?.clips) query.set('clips', part.clips)
  return `/?${query}`
}
