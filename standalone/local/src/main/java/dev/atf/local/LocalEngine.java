package dev.atf.local;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.Service;
import dev.atf.storeconsumer.StoreConsumerConfig;

/** Store and queues of one machine, and the services that use them. */
interface LocalEngine extends AutoCloseable {
  Settings withStore(Settings settings);

  Settings withQueues(Settings settings);

  /** Adds the location of the contents of resources, for services that open it themselves. */
  Settings withBlobs(Settings settings);

  FrontendComponent frontend(FrontendConfig config);

  Service hsc(HscConfig config);

  Service storeConsumer(StoreConsumerConfig config);

  ControllerComponent controller(ControllerConfig config);

  /**
   * Recovers after a restart. It is called when the queues exist, before the store consumer starts.
   */
  void recover();

  /**
   * Returns the address at which the tables can be reached; empty if they have no protocol, or are
   * on AWS.
   */
  String storeEndpoint();

  /**
   * Returns a line with the settings that a user's own workers on this machine need.
   *
   * @param byToken whether workers must present a token
   */
  String forWorkers(String hscUri, boolean byToken);

  @Override
  void close();
}
