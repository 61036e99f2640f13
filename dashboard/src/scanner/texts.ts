export const texts = {
  isThis: (name: string) => `That code is ${name}, which is open.`,
  isOpen: (code: string, name: string) => `${code} was read, but ${name} is open: end that first.`,
  another: (name: string) => `One more of ${name}.`,
}
