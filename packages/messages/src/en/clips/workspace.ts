/** Collapsible sections and buttons around the timeline. */
export const workspaceWords = {
  undo: 'Undo',
  redo: 'Redo',
  timelineTools: 'Snap and zoom',
  more: 'More',
  forms: 'Choose another form',
} as const
