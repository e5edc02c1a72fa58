import type * as english from '../../en/clips/workspace.ts'
import type { Wording } from '../../wording.ts'

export const workspaceWords: Wording<typeof english.workspaceWords> = {
  undo: 'Annuler',
  redo: 'Rétablir',
  timelineTools: 'Aimantation et zoom',
  more: 'Plus',
  forms: 'Choisir une autre forme',
}
