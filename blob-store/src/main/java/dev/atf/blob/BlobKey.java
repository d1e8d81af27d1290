package dev.atf.blob;

import dev.atf.model.resource.Digest;

/**
 * Identity of a blob. The tenant is a part of it: none can find out what another one has.
 *
 * @param tenant empty for lambdas without one
 */
public record BlobKey(String tenant, Digest digest) {}
