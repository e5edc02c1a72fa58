import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import Link from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Redo from 'lucide-react/icons/redo-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo from 'lucide-react/icons/undo-2'
import Close from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { decorativeIcon } from './icons.tsx'

// A file of its own, because the first view of the home page does not need these icons.
export const ArrowLeftIcon = decorativeIcon(ArrowLeft)
export const ArrowRightIcon = decorativeIcon(ArrowRight)
export const CheckIcon = decorativeIcon(Check)
export const ChevronLeftIcon = decorativeIcon(ChevronLeft)
export const ChevronRightIcon = decorativeIcon(ChevronRight)
export const ClockIcon = decorativeIcon(Clock)
export const CloseIcon = decorativeIcon(Close)
export const DownloadIcon = decorativeIcon(Download)
export const LinkIcon = decorativeIcon(Link)
export const LockIcon = decorativeIcon(Lock)
export const PauseIcon = decorativeIcon(Pause)
export const PlayIcon = decorativeIcon(Play)
export const RedoIcon = decorativeIcon(Redo)
export const RotateCcwIcon = decorativeIcon(RotateCcw)
export const UndoIcon = decorativeIcon(Undo)
export const ZoomInIcon = decorativeIcon(ZoomIn)
export const ZoomOutIcon = decorativeIcon(ZoomOut)
