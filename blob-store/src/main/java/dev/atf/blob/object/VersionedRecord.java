package dev.atf.blob.object;

/**
 * Record as it was read.
 *
 * @param version of the engine's making; another one for another record
 */
public record VersionedRecord(BlobRecord record, String version) {}
