import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import ServerOff from 'lucide-react/icons/server-off'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ComponentType } from 'react'

type Drawing = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

/** An icon that is hidden from screen readers. The text beside it says the same. */
export function silent(IconDrawing: Drawing) {
  return function Icon() {
    return <IconDrawing className="icon" aria-hidden />
  }
}

export const ChevronDownIcon = silent(ChevronDown)
export const CircleAlertIcon = silent(CircleAlert)
export const ClipboardPasteIcon = silent(ClipboardPaste)
export const ServerOffIcon = silent(ServerOff)
export const WifiOffIcon = silent(WifiOff)
