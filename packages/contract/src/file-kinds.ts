/** Apart from the schemas: the web app's first file reads addresses by it, and does without zod. */
export const fileKinds = ['folders', 'images', 'documents', 'audio', 'video', 'archives', 'other'] as const
export type FileKind = (typeof fileKinds)[number]
