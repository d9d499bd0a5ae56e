/** For `useForm`: somebody else's change shows in the form too, unless one is typing. */
export const followOthers = { resetOptions: { keepDirtyValues: true } }
