/** Captions for tests of the transcript: six ten-second sentences, as long as the built-in sample video. */
export const DAY_SENTENCES = [
  'Good morning, and welcome to a day outside.',
  'We begin at the sea, where the wind has been kind to us.',
  'Then come the hills. It is the best',
  'of times for a walk, says the guide.',
  'Snow has fallen in the forest, and the Café is closed.',
  'The road goes on until the sun is gone.',
]

/** Seconds by which the start and the end of a range move outwards if no silence is near. */
export const MARGIN_SECONDS = 0.06

/** Start and end of these words in a sentence, estimated from the positions of their characters in the cue. */
export function spokenTimes(
  sentence: number,
  firstWord: string,
  lastWord = firstWord,
): [startSeconds: number, endSeconds: number] {
  const text = DAY_SENTENCES[sentence]!
  const secondsPerCharacter = 10 / text.length
  const end = text.indexOf(lastWord) + lastWord.length
  return [10 * sentence + text.indexOf(firstWord) * secondsPerCharacter, 10 * sentence + end * secondsPerCharacter]
}
