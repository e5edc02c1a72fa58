/** For `like`: what stands for anything in a pattern stands for itself in what somebody is looking for. */
export function searchPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}
