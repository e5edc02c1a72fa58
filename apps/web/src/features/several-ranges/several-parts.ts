// What only those need who cut several ranges in one go, or would like to: loaded together, when it is first needed.
export { SeveralRanges } from './SeveralRanges.tsx'
export { SeveralTake } from './SeveralTake.tsx'
