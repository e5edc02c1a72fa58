import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import { silent } from './icons.tsx'

// A file of its own, because the home page does not need these icons.
export const ArrowDownIcon = silent(ArrowDown)
export const ArrowUpIcon = silent(ArrowUp)
export const EllipsisIcon = silent(Ellipsis)
export const ExternalLinkIcon = silent(ExternalLink)
export const RefreshIcon = silent(RefreshCw)
export const SearchIcon = silent(Search)
