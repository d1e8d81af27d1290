package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ec2.ISecurityGroup;

/**
 * Access of workers to the HSC of a cluster.
 *
 * @param uri address of the HSC
 * @param callers security group whose members may connect
 */
public record HscAccess(String uri, ISecurityGroup callers) {}
