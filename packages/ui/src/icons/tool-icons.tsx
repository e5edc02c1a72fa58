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
import { silent } from './icons.tsx'

// A file of its own, because the first view of the home page does not need these icons.
export const ArrowLeftIcon = silent(ArrowLeft)
export const ArrowRightIcon = silent(ArrowRight)
export const CheckIcon = silent(Check)
export const ChevronLeftIcon = silent(ChevronLeft)
export const ChevronRightIcon = silent(ChevronRight)
export const ClockIcon = silent(Clock)
export const CloseIcon = silent(Close)
export const DownloadIcon = silent(Download)
export const LinkIcon = silent(Link)
export const LockIcon = silent(Lock)
export const PauseIcon = silent(Pause)
export const PlayIcon = silent(Play)
export const RedoIcon = silent(Redo)
export const RotateCcwIcon = silent(RotateCcw)
export const UndoIcon = silent(Undo)
export const ZoomInIcon = silent(ZoomIn)
export const ZoomOutIcon = silent(ZoomOut)
