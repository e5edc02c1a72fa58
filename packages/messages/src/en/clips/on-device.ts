/** Offer to cut a media link in the browser. */
export const onDeviceWords = {
  action: 'Cut on this device',
  note: (host: string) =>
    `Your browser can read the file from ${host} and cut it. That site sees your network address then.`,
} as const
