package dev.atf.hints;

import io.grpc.Channel;

/**
 * Channels to store consumers: connections, or direct calls to a store consumer in the same
 * process.
 */
public interface ConsumerChannels {
  /**
   * Returns the channel to a store consumer, without waiting for it.
   *
   * @param member name of the consumer among the members
   * @param uri address of the consumer, {@code http(s)://host:port}
   */
  Channel to(String member, String uri);
}
