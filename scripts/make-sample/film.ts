/** What the sample film is, for the painter in the browser and for the encoder alike. */
export const framesPerSecond = 30
export const durationSeconds = 60
export const frameCount = framesPerSecond * durationSeconds

/** Every scene lasts as long and ends with a hard cut. */
export const sceneSeconds = 10

/** Scenes are drawn in these units, whatever the picture's size. */
export const stageWidth = 1920
export const stageHeight = 1080

export const title = 'One day outside, in six shots'
