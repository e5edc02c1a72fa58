// What only those need who cut several ranges in one go, or would like to: loaded together, when it is first needed.
export { SeveralRanges } from '../../../features/trim/ranges/SeveralRanges.tsx'
export { SeveralTake } from './SeveralDownloads.tsx'
