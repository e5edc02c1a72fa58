import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import { decorativeIcon } from './icons.tsx'

// A file of its own, because the home page does not need these icons.
export const ArrowDownIcon = decorativeIcon(ArrowDown)
export const ArrowUpIcon = decorativeIcon(ArrowUp)
export const EllipsisIcon = decorativeIcon(Ellipsis)
export const ExternalLinkIcon = decorativeIcon(ExternalLink)
export const RefreshIcon = decorativeIcon(RefreshCw)
export const SearchIcon = decorativeIcon(Search)
