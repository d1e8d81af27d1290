package dev.atf.executor;

/**
 * Where an attempt was when it last said so.
 *
 * @param contentType the media type of the data; {@code application/json} if it was given as an
 *     object
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record Checkpoint(byte[] data, String contentType) {}
