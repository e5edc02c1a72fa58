import type * as english from '../../en/clips/workspace.ts'
import type { Wording } from '../../wording.ts'

export const workspaceWords: Wording<typeof english.workspaceWords> = {
  undo: '元に戻す',
  redo: 'やり直す',
  timelineTools: 'スナップとズーム',
  more: 'その他',
  forms: '別の形式を選ぶ',
}
