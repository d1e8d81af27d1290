package dev.atf.blob.object;

import dev.atf.blob.BlobKey;

/**
 * Name of one version of a blob's content. The content under a name never changes.
 *
 * @param generation chosen at random for each upload
 */
public record ContentName(BlobKey key, String generation) {}
