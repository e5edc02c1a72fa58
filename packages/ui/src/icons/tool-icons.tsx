import { decorativeIcon } from './icons.tsx'

// A file of its own, because the first view of the home page does not need these icons.
export const ArrowLeftIcon = decorativeIcon('M12 19l-7-7 7-7M19 12H5')
export const ArrowRightIcon = decorativeIcon('M5 12h14M12 5l7 7-7 7')
export const CheckIcon = decorativeIcon('M20 6 9 17l-5-5')
export const ChevronLeftIcon = decorativeIcon('M15 18l-6-6 6-6')
export const ChevronRightIcon = decorativeIcon('M9 18l6-6-6-6')
export const ClockIcon = decorativeIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 6v6l4 2')
export const CloseIcon = decorativeIcon('M18 6 6 18M6 6l12 12')
export const DownloadIcon = decorativeIcon('M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5')
export const LinkIcon = decorativeIcon(
  'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
)
export const LockIcon = decorativeIcon(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2zM7 11V7a5 5 0 0 1 10 0v4',
)
export const PauseIcon = decorativeIcon(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
)
export const PlayIcon = decorativeIcon(
  'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
)
export const RedoIcon = decorativeIcon('M15 14l5-5-5-5M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13')
export const RotateCcwIcon = decorativeIcon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5')
export const UndoIcon = decorativeIcon('M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11')
export const ZoomInIcon = decorativeIcon(
  'M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21L16.65 16.65M11 8L11 14M8 11L14 11',
)
export const ZoomOutIcon = decorativeIcon('M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21L16.65 16.65M8 11L14 11')
