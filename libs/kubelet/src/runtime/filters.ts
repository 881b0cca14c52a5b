/** Whether labels hold everything that a selector asks for. */
export function matchesLabels(
  labels: Readonly<Record<string, string>>,
  selector: Readonly<Record<string, string>> | undefined,
): boolean {
  return Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value);
}

/** Whether an id (or the start of one) names the object. */
export function matchesId(id: string, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || id.startsWith(wanted);
}
