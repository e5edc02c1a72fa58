/**
 * Formats of 8 bits and 4:2:0, and RGB, to which Firefox converts decoded frames. null: pixels of the graphics card,
 * which are of such a format where they are SDR.
 */
export const PLAIN_FORMATS: readonly (string | null)[] = ['I420', 'NV12', 'RGBX', 'BGRX', 'RGBA', 'BGRA', null]
