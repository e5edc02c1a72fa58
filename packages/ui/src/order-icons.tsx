import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { silent } from './icons.tsx'

// Apart from the other icons, which everybody loads: these are for lists that are put in order by hand.
export const ArrowDownIcon = silent(ArrowDown)
export const ArrowUpIcon = silent(ArrowUp)
