import type { Download } from '@kerf/contract/download'
import { areSameRanges } from '@kerf/domain/ranges/time-range'
import { Button } from '@kerf/ui/Button'
import { useQueryClient } from '@tanstack/react-query'
import { commandWords as words } from '#messages/clips/command.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { isAsChosen } from '../../data/ranges/clip-choice.ts'
import { type CommandForm, clipCommand, defaultForm } from '../../data/ranges/clip-command.ts'
import { isEffective } from '../../data/ranges/range-list.ts'
import type { TrimPanelInput } from './use-trim-panel.ts'

/**
 * Copies the `kerf` command that makes this clip. Quality and format are those of the newest clip of this trim. Without
 * such a clip, the command makes a video as large as its source.
 */
export function CopyCommand({ video, trim }: Pick<TrimPanelInput, 'video' | 'trim'>) {
  const queryClient = useQueryClient()
  function copy(): void {
    const { list, range, choice } = trim
    const ranges = isEffective(list) ? list.ranges : [range]
    const downloads = queryClient.getQueryData<readonly Download[]>(queryKeys.downloads(video.id)) ?? []
    const matchingDownload = downloads.find((download) => {
      const hasSameRanges = areSameRanges(download.ranges ?? [download], list.separate ? [range] : ranges)
      return hasSameRanges && isAsChosen(download, choice)
    })
    const form = matchingDownload ? commandFormOf(matchingDownload) : defaultForm(choice)
    void copyText(
      clipCommand({ link: video.url, ranges, separate: list.separate, choice, form }),
      { title: words.copied, text: words.copiedText },
      { title: words.notCopied, text: words.notCopiedText },
    )
  }
  return (
    <Button variant="quiet" size="small" className="max-desk:hidden! [@media(hover:none)]:hidden!" onClick={copy}>
      {words.copy}
    </Button>
  )
}

function commandFormOf({ quality, format, bitrate, container }: Download): CommandForm {
  return {
    quality,
    format,
    ...(bitrate && { bitrate }),
    ...(container && { container }),
  }
}
