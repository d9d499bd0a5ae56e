const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]

/** The next step above; something between two steps goes to the nearest one beyond it. */
export const zoomIn = (scale: number) => steps.find(step => step > scale * 1.01) ?? steps.at(-1) ?? scale

export const zoomOut = (scale: number) => steps.findLast(step => step < scale * 0.99) ?? steps[0] ?? scale
