import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { ipAddressValidation, serviceCidrValidation } from './addresses.ts';
import { ingressValidation } from './ingress.ts';
import { ingressClassValidation } from './ingress-class.ts';
import { networkPolicyValidation } from './network-policy.ts';

/** Rules of the kinds of networking.k8s.io. */
export const networkingValidation: ValidationByKind = {
  Ingress: validationOf(ingressValidation),
  IngressClass: validationOf(ingressClassValidation),
  IPAddress: validationOf(ipAddressValidation),
  NetworkPolicy: validationOf(networkPolicyValidation),
  ServiceCIDR: validationOf(serviceCidrValidation),
};
