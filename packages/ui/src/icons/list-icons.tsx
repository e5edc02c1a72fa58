import { decorativeIcon } from './icons.tsx'

// A file of its own, because the home page does not need these icons.
export const ArrowDownIcon = decorativeIcon('M12 5v14M19 12l-7 7-7-7')
export const ArrowUpIcon = decorativeIcon('M5 12l7-7 7 7M12 19V5')
export const EllipsisIcon = decorativeIcon(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
)
export const ExternalLinkIcon = decorativeIcon(
  'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
)
export const RefreshIcon = decorativeIcon(
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
)
export const SearchIcon = decorativeIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
