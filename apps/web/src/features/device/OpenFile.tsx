import { Button } from '@kerf/ui/Button'
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

/** Button that opens a file of this device. A file can be dropped anywhere on the page, too. */
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
