/** Whether the one at work has fingers, rather than a mouse. */
export const isCoarse = () => matchMedia('(pointer: coarse)').matches
