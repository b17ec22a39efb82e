/** Large numbers for people: `1,234,567`. Not by `toLocaleString`, which takes a twentieth of a second to start. */
export const groupedDigits = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
