package dev.atf.frontend;

import dev.atf.model.LeaseTimes;
import dev.atf.runtime.RpcServerConfig;

/**
 * The settings of a frontend.
 *
 * @param createQueues whether registering a lambda creates its queues; where they are made by
 *     others, registration only stores the settings
 * @param lease the cluster's lease times, which a lambda can only lengthen; the same in all
 *     services
 */
public record FrontendConfig(RpcServerConfig server, boolean createQueues, LeaseTimes lease) {
  public static final FrontendConfig DEFAULTS =
      new FrontendConfig(RpcServerConfig.onPort(8080), true, LeaseTimes.DEFAULT);
}
