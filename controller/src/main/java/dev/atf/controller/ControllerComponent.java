package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.sqs.SqsPorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.RuntimePorts;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/**
 * A controller on the queues and the HSC that it is given, and the parts of it that other code in
 * the same process uses.
 */
@Singleton
@Component(
    modules = ControllerModule.class,
    dependencies = {ControllerConfig.class, QueuePorts.class, RuntimePorts.class})
public interface ControllerComponent {
  Service service();

  /** Metrics that its port serves, for other code in its process. */
  MeterRegistry metrics();

  /** Receives reports on executors that the process supervises. */
  HostReports host();

  /**
   * Loops that the health check reports. Other code in the process may start and stop its loops
   * here.
   */
  Loops loops();

  /** Makes the controller for one start. */
  @Component.Factory
  interface Factory {
    ControllerComponent create(
        ControllerConfig config,
        QueuePorts queues,
        @BindsInstance HscServiceBlockingStub hsc,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerControllerComponent.factory();
  }

  /** Opens SQS and the HSC for a controller on this machine, which closes them. */
  static ControllerComponent onAws(ControllerConfig config) {
    var runtime = RuntimePorts.ofMachine();
    var queues = SqsPorts.open(config.queue(), runtime.metrics());
    var hsc = HscConnection.of(config);
    return factory().create(config, queues, hsc.stub(), runtime.closing(queues, hsc));
  }
}
