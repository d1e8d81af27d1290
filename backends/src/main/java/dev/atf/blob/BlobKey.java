package dev.atf.blob;

import dev.atf.model.resource.Digest;

/**
 * Identity of a blob. The tenant is part of it, so that no tenant can find out what another one
 * has.
 *
 * @param tenant tenant of the lambda that uses the blob; empty if it has none
 */
public record BlobKey(String tenant, Digest digest) {}
