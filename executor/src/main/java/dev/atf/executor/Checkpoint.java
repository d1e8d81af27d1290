package dev.atf.executor;

/**
 * Position from which the next attempt may continue: the last one that an attempt saved.
 *
 * @param contentType media type of the data; {@code application/json} if it was given as an object
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record Checkpoint(byte[] data, String contentType) {}
