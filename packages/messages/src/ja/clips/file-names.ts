import type * as english from '../../en/clips/file-names.ts'
import type { Wording } from '../../wording.ts'

export const fileNameWords: Wording<typeof english.fileNameWords> = {
  label: 'ファイル名',
  names: {
    quality: '画質',
    title: 'タイトルと時刻',
  },
}
