import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import Lock from 'lucide-react/icons/lock'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ServerOff from 'lucide-react/icons/server-off'
import WifiOff from 'lucide-react/icons/wifi-off'
import Close from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { ComponentType } from 'react'

type Drawing = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

/** Icons repeat a word or stand where one is quicker; the word is always there for those who do not see them. */
export function silent(IconDrawing: Drawing) {
  return function Icon() {
    return <IconDrawing className="icon" aria-hidden />
  }
}

export const ArrowLeftIcon = silent(ArrowLeft)
export const ArrowRightIcon = silent(ArrowRight)
export const ChevronDownIcon = silent(ChevronDown)
export const ChevronLeftIcon = silent(ChevronLeft)
export const ChevronRightIcon = silent(ChevronRight)
export const CircleAlertIcon = silent(CircleAlert)
export const ClipboardPasteIcon = silent(ClipboardPaste)
export const ClockIcon = silent(Clock)
export const CloseIcon = silent(Close)
export const DownloadIcon = silent(Download)
export const LockIcon = silent(Lock)
export const PauseIcon = silent(Pause)
export const PlayIcon = silent(Play)
export const RotateCcwIcon = silent(RotateCcw)
export const ServerOffIcon = silent(ServerOff)
export const WifiOffIcon = silent(WifiOff)
export const ZoomInIcon = silent(ZoomIn)
export const ZoomOutIcon = silent(ZoomOut)
