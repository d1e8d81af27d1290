package dev.atf.hints;

import io.grpc.Channel;

/** Ways to store consumers: connections, or direct calls where they are in the same process. */
public interface ConsumerChannels {
  /**
   * Returns the channel to a store consumer, without waiting for it.
   *
   * @param member its name among the members
   * @param uri address in its record, {@code http(s)://host:port}
   */
  Channel to(String member, String uri);
}
