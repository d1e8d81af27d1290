package dev.atf.blob;

import dev.atf.model.resource.Digest;

/**
 * Identity of a blob. It includes the tenant, so that a tenant cannot find out which contents other
 * tenants have stored.
 *
 * @param tenant tenant of the lambda that uses the blob; empty if it has none
 */
public record BlobKey(String tenant, Digest digest) {}
