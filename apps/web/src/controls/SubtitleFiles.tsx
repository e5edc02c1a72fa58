import type { Download } from '@kerf/contract/download'
import { SUBTITLE_FILE_FORMATS } from '@kerf/domain/captions/transcript'
import { choiceWords, subtitleFileWords as words } from '#messages/clips/choices.ts'
import { useRunning } from '../browser/use-running.ts'
import { saveSubtitles, saveWithSubtitles } from '../data/downloads/save-subtitles.ts'
import { showFailure } from '../data/feedback/show-failure.ts'
import { toasts } from '../data/feedback/toasts.ts'

interface SubtitleFilesProps {
  /** Name of the clip, for screen readers. */
  label: string
  download: Download
}

/** Subtitle files of a finished clip that was requested with them: one for each format, and a zip with the clip. */
export function SubtitleFiles({ label, download }: SubtitleFilesProps) {
  const saves = useRunning()
  if (download.subtitles?.as !== 'file') return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <p role="group" aria-label={words.group(label)} className="flex flex-wrap items-center gap-x-4">
      <span className="text-small text-ink-2">{choiceWords.subtitles}</span>
      {([...SUBTITLE_FILE_FORMATS, 'zip'] as const).map((file) => (
        <button
          key={file}
          type="button"
          className="min-h-(--touch) text-small underline underline-offset-[0.22em]"
          aria-disabled={saves.has(file) || undefined}
          onClick={() =>
            void saves.run(file, async () => {
              try {
                toasts.show(await (file === 'zip' ? saveWithSubtitles(download) : saveSubtitles(download, file)))
              } catch (error) {
                showFailure(error)
              }
            })
          }
        >
          {file === 'zip' ? words.zip : `.${file}`}
        </button>
      ))}
    </p>
  )
}
