import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { DEVICE_PATH } from '@kerf/domain/site/device-policy'
import { Button, buttonClass } from '@kerf/ui/Button'
import { useRef } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import type { FileChoice } from '../../browser/use-file-drop.ts'

interface OpenFileProps {
  onFiles: (choice: FileChoice) => void
  /** Whether a file is open already. The button is small then. */
  isSlim?: boolean
  /** Whether no file can be opened now. */
  isDisabled?: boolean
}

/** Endings of media files whose type some systems do not know. */
const ACCEPTED = 'video/*,audio/*,.mkv,.mka,.ts,.m2ts,.mts,.webm,.mov,.m4a,.opus,.flac'

/** Loads the page for files, whose policy allows no connection. A chosen file cannot come along. */
export const leaveForFiles = (): void => location.assign(BASE_PATH + DEVICE_PATH)

/** Link to the page for files, on a page that reads a link. */
export function OtherFile({ isSlim = false }: Pick<OpenFileProps, 'isSlim'>) {
  return (
    <a href={BASE_PATH + DEVICE_PATH} className={buttonClass({ variant: 'quiet', size: isSlim ? 'small' : 'control' })}>
      {words.open}
    </a>
  )
}

/** Button that opens a local file. A file can be dropped anywhere on the page, too. */
export function OpenFile({ onFiles, isSlim = false, isDisabled = false }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={isSlim ? 'quiet' : 'primary'}
        size={isSlim ? 'small' : 'big'}
        aria-disabled={isDisabled}
        onClick={() => isDisabled || input.current?.click()}
      >
        {isSlim ? words.openAnother : words.open}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again.
          target.value = ''
          if (file) onFiles({ file, fileCount: 1 })
        }}
      />
    </>
  )
}
