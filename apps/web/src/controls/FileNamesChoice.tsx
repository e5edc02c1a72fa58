import { FILE_NAMES, type FileNames } from '@kerf/domain/formats/title-file-name'
import { SelectField } from '@kerf/ui/SelectField'
import { useId, useState } from 'react'
import { fileNameWords as words } from '#messages/clips/file-names.ts'
import { chooseFileNames, fileNames } from '../data/downloads/clip-file.ts'

/** Choice of how this browser names saved files. */
export function FileNamesChoice() {
  const id = useId()
  const [names, setNames] = useState(fileNames)
  function choose(newNames: FileNames): void {
    setNames(newNames)
    chooseFileNames(newNames)
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small/[1.45] text-ink-2">
      <label htmlFor={id}>{words.label}</label>
      <SelectField
        id={id}
        value={names}
        onChange={({ target }) => choose(target.value as FileNames)}
        options={FILE_NAMES.map((value) => ({ value, name: words.names[value] }))}
      />
    </p>
  )
}
