/** The dialog over the page while a link is processed. */
export const processingWords = {
  title: 'Processing Video',
  text: 'Please wait while we trim your video...',
  secondsLeft: (seconds: number) => `about ${seconds} s left`,
  stages: {
    sending: 'Sending the link',
    asking: 'Asking the source about the video',
    describing: 'Setting up the strip',
  },
  cancel: 'Cancel',
} as const
