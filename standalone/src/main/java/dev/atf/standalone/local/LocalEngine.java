package dev.atf.standalone.local;

import dev.atf.controller.ControllerConfig;
import dev.atf.controller.host.HostReports;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.storeconsumer.StoreConsumerConfig;
import io.micrometer.core.instrument.MeterRegistry;

/** The store and the queues of one machine, and the services on them. */
interface LocalEngine extends AutoCloseable {
  /** A controller, and what others in its process show and start beside it. */
  record Controlling(Service service, MeterRegistry metrics, Loops loops, HostReports host) {}

  /** Adds where the store is. */
  Settings withStore(Settings settings);

  /** Adds where the queues are. */
  Settings withQueues(Settings settings);

  Service frontend(FrontendConfig config);

  Service hsc(HscConfig config);

  Service storeConsumer(StoreConsumerConfig config);

  Controlling controller(ControllerConfig config);

  /** After the queues are there, and before the store consumer is: what a restart leaves to do. */
  void recover();

  /** Of the tables' protocol; empty where they have none, or it is AWS's. */
  String storeEndpoint();

  /**
   * How workers of one's own, on this machine, come to their work; a line for people.
   *
   * @param byToken whether they have to show one
   */
  String forWorkers(String hscUri, boolean byToken);

  @Override
  void close();
}
