import { duplicate, type FieldError, type FieldPath, invalid } from '@kubescript/apimachinery';

const FEATURE = /^([A-Z][A-Za-z0-9]*)(\/[A-Za-z][A-Za-z0-9]*)*$/;
const MAX_LENGTH = 253;
const SHAPE =
  "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or " +
  'MyFeature/mySubFeature), and contain only alphanumeric characters and slashes';

/** What a kubelet says it can do: names in order, each once. @go core/validation#validateNodeDeclaredFeatures */
export function validateDeclaredFeatures(features: readonly string[], path: FieldPath): FieldError[] {
  return features.flatMap((feature, index) => {
    const next = features[index + 1];
    const errors = validateName(feature, path.index(index));
    if (next === undefined || feature < next) return errors;
    const place = path.index(index + 1);
    return [
      ...errors,
      feature === next ? duplicate(place, next) : invalid(place, next, 'list must be sorted alphabetically'),
    ];
  });
}

function validateName(feature: string, path: FieldPath): FieldError[] {
  const prefix = `invalid feature name "${feature}": `;
  if (feature.length > MAX_LENGTH) {
    return [invalid(path, feature, `${prefix}must be no more than ${String(MAX_LENGTH)} characters`)];
  }
  return FEATURE.test(feature) ? [] : [invalid(path, feature, `${prefix}${SHAPE}`)];
}
