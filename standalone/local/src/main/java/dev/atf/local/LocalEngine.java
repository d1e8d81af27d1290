package dev.atf.local;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.Service;
import dev.atf.storeconsumer.StoreConsumerConfig;

/** The store and the queues of one machine, and the services on them. */
interface LocalEngine extends AutoCloseable {
  Settings withStore(Settings settings);

  Settings withQueues(Settings settings);

  /** Adds the place of the contents of resources, for the services that open it themselves. */
  Settings withBlobs(Settings settings);

  FrontendComponent frontend(FrontendConfig config);

  Service hsc(HscConfig config);

  Service storeConsumer(StoreConsumerConfig config);

  ControllerComponent controller(ControllerConfig config);

  /** Restores after a restart; called when the queues exist, before the store consumer starts. */
  void recover();

  /** Returns the address of the tables' protocol; empty if they have none, or it is AWS's. */
  String storeEndpoint();

  /**
   * Returns a line for people: the settings that a user's own workers on this machine need.
   *
   * @param byToken whether workers must show a token
   */
  String forWorkers(String hscUri, boolean byToken);

  @Override
  void close();
}
