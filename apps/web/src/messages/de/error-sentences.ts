export * from '../en/error-sentences.ts'
