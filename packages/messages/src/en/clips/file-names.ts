/** Naming of saved files. */
export const fileNameWords = {
  label: 'File names',
  names: {
    quality: 'Quality',
    title: 'Title and times',
  },
} as const
