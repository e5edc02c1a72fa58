import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import { silent } from './icons.tsx'

// Apart from the other icons, which come with the first page: these are for lists, on the pages behind it.
export const ArrowDownIcon = silent(ArrowDown)
export const ArrowUpIcon = silent(ArrowUp)
export const EllipsisIcon = silent(Ellipsis)
export const ExternalLinkIcon = silent(ExternalLink)
export const RefreshIcon = silent(RefreshCw)
export const SearchIcon = silent(Search)
