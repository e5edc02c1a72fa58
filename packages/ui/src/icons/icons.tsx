/** All lines of an icon in a square of 24, as the `d` of one path. */
function Lines({ path }: { path: string }) {
  return (
    <svg className="icon" aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <path d={path} />
    </svg>
  )
}

/**
 * Makes an icon of Lucide that is hidden from screen readers, because the text beside it says the same. Its path is
 * copied here, because the package of Lucide has 5,000 files.
 */
export const decorativeIcon = (path: string) => () => <Lines path={path} />

export const ChevronDownIcon = decorativeIcon('M6 9l6 6 6-6')
export const CircleAlertIcon = decorativeIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 8L12 12M12 16L12.01 16')
export const ClipboardPasteIcon = decorativeIcon(
  'M11 14h10M16 4h2a2 2 0 0 1 2 2v1.344M17 18l4-4-4-4M8 4H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h12a2 2 0 0 0 1.793-1.113M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
)
export const ServerOffIcon = decorativeIcon(
  'M7 2h13a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-5M10 10 2.5 2.5C2 2 2 2.5 2 5v3a2 2 0 0 0 2 2h6zM22 17v-1a2 2 0 0 0-2-2h-1M4 14a2 2 0 0 0-2 2v4a2 2 0 0 0 2 2h16.5l1-.5.5.5-8-8H4zM6 18h.01M2 2l20 20',
)
export const WifiOffIcon = decorativeIcon(
  'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20',
)
