import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1035Label,
  notSupported,
  required,
  validateWebhookClientConfig,
} from '@kubescript/apimachinery';
import type { CustomResourceDefinitionSpec, WebhookClientConfig } from '@kubescript/api/apiextensions/v1';

import { isValidCaBundle } from './ca-bundle.ts';
import { isReviewVersion } from '../../conversion/conversion-review.ts';
import type { SpecOptions } from './options.ts';

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateCustomResourceConversion */
export function validateConversion(
  { conversion, preserveUnknownFields }: DeepReadonly<CustomResourceDefinitionSpec>,
  options: SpecOptions,
  path: FieldPath,
): FieldError[] {
  if (!conversion) return [];
  const { strategy, webhook } = conversion;
  const clientConfig = webhook?.clientConfig;
  const reviewVersions = webhook?.conversionReviewVersions ?? [];
  const at = path.child('webhookClientConfig');
  const errors =
    strategy !== 'None' && preserveUnknownFields === true
      ? [invalid(path.child('strategy'), strategy, 'must be None if spec.preserveUnknownFields is true')]
      : [];
  errors.push(...validateStrategy(strategy, path.child('strategy')));
  if (strategy === 'Webhook') {
    errors.push(
      ...(clientConfig
        ? validateClientConfig(clientConfig, options, at)
        : [required(at, 'required when strategy is set to Webhook')]),
      ...validateReviewVersions(reviewVersions, options, path.child('conversionReviewVersions')),
    );
    return errors;
  }
  const notWebhook = 'should not be set when strategy is not set to Webhook';
  if (clientConfig) errors.push(forbidden(at, notWebhook));
  if (reviewVersions.length > 0) errors.push(forbidden(path.child('conversionReviewVersions'), notWebhook));
  return errors;
}

function validateStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (strategy === '') return [required(path)];
  return ['None', 'Webhook'].includes(strategy) ? [] : [notSupported(path, strategy, ['None', 'Webhook'])];
}

function validateClientConfig(
  config: DeepReadonly<WebhookClientConfig>,
  { allowInvalidCaBundle }: SpecOptions,
  path: FieldPath,
): FieldError[] {
  const { caBundle = '' } = config;
  const isRefused = caBundle !== '' && !allowInvalidCaBundle && !isValidCaBundle(caBundle);
  const detail = 'unable to load root certificates: unable to parse bytes as PEM block';
  return [
    ...validateWebhookClientConfig(config, path),
    ...(isRefused ? [invalid(path.child('caBundle'), caBundle, detail)] : []),
  ];
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateConversionReviewVersions */
function validateReviewVersions(versions: readonly string[], options: SpecOptions, path: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const errors = versions.flatMap((version, index) => {
    if (versions.indexOf(version) < index) return [invalid(path.index(index), version, 'duplicate version')];
    return isDns1035Label(version).map((problem) => invalid(path.index(index), version, problem));
  });
  if (!options.requireRecognizedReviewVersion || versions.some(isReviewVersion)) return errors;
  return [...errors, invalid(path, versions, 'must include at least one of v1, v1beta1')];
}
