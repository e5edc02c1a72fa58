import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import ServerOff from 'lucide-react/icons/server-off'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ComponentType } from 'react'

type IconComponent = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

/** Makes an icon that is hidden from screen readers, because the text beside it says the same. */
export function decorativeIcon(Drawing: IconComponent) {
  return function Icon() {
    return <Drawing className="icon" aria-hidden />
  }
}

export const ChevronDownIcon = decorativeIcon(ChevronDown)
export const CircleAlertIcon = decorativeIcon(CircleAlert)
export const ClipboardPasteIcon = decorativeIcon(ClipboardPaste)
export const ServerOffIcon = decorativeIcon(ServerOff)
export const WifiOffIcon = decorativeIcon(WifiOff)
