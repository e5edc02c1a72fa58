/** Saved sets of options. */
export const presetWords = {
  title: 'Presets',
  name: 'Name of the preset',
  save: 'Save as preset',
  stored: 'Kept in this browser.',
  nothing: 'Choose something first: a size, a crop, a loudness, a fade or subtitles.',
  full: (max: number) => `${max} presets at most. Delete one first.`,
  saved: (name: string) => `“${name}” is saved.`,
  deleted: (name: string) => `“${name}” is deleted.`,
  delete: (name: string) => `Delete “${name}”`,
} as const
