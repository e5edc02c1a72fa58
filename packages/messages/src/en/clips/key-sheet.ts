/** List of keyboard shortcuts. */
export const keySheetWords = {
  title: 'Keys',
  text: 'They work wherever the focus is, except while you type.',
  open: 'Keys',
  close: 'Close',
  keys: {
    left: 'Left',
    right: 'Right',
    shift: 'Shift',
    space: 'Space',
    ctrl: 'Ctrl',
  },
  meanings: {
    second: 'move the end in focus by 1 second',
    fiveSeconds: 'move it by 5 seconds',
    frame: '1 frame back or forward',
    here: 'set start or end here',
    preview: 'open or close the preview',
    pace: 'slower, pause, faster',
    download: 'download',
    addRange: 'add range',
    undo: 'undo, redo',
    sheet: 'show these keys',
  },
} as const
