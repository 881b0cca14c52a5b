/**
 * Replaces `$(NAME)` by the variable's value; `$$` stands for one `$`, and references to unknown names stay as they are.
 * @go kubernetes/third_party/forked/golang/expansion#Expand
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$(\$|\(([^)]*)\))/g, (whole, kind: string, name: string | undefined) => {
    if (kind === '$') return '$';
    return variables.get(name ?? '') ?? whole;
  });
}
