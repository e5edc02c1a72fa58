/** What only those need who cut several ranges in one go, or would like to. */
export async function loadSeveral() {
  const [ranges, take] = await Promise.all([import('./SeveralRanges.tsx'), import('./SeveralTake.tsx')])
  return { SeveralRanges: ranges.SeveralRanges, SeveralTake: take.SeveralTake }
}
