package dev.atf.blob.object;

import dev.atf.blob.BlobKey;

/**
 * Name of a content, which never changes under this name.
 *
 * @param generation chosen at random for each upload
 */
public record ContentName(BlobKey key, String generation) {}
