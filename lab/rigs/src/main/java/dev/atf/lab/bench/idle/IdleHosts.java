package dev.atf.lab.bench.idle;

import dev.atf.controller.ControllerConfig;
import dev.atf.controller.ControllerComponent;
import dev.atf.embedded.Settings;
import dev.atf.runtime.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Worker hosts in this process: controllers with executors that get no work. */
final class IdleHosts implements AutoCloseable {
  private final List<Service> controllers = new ArrayList<>();
  private final List<IdleExecutors> executors = new ArrayList<>();

  /**
   * @param queuePort of SQS, or of what speaks its protocol
   */
  void start(int queuePort, String hscUri, Duration receiveWait, List<String> lambdas) {
    var settings =
        new Settings()
            .withQueue("http://127.0.0.1:" + queuePort)
            .with("ATF_LAMBDAS", String.join(",", lambdas))
            .with("ATF_HSC_URI", hscUri)
            .with("ATF_RECEIVE_WAIT", receiveWait)
            .with("ATF_SERVER_PORT", 0)
            .over(ControllerConfig.DEFAULTS);
    var controller = ControllerComponent.onAws(settings).service();
    controllers.add(controller);
    controller.start();
    executors.add(IdleExecutors.of(uri(controller), lambdas));
  }

  /** Returns the addresses of the controllers. */
  List<String> uris() {
    return controllers.stream().map(IdleHosts::uri).toList();
  }

  private static String uri(Service controller) {
    return "http://127.0.0.1:" + controller.port();
  }

  /** Throws if a call was refused: what was measured would say nothing. */
  void check() {
    executors.forEach(IdleExecutors::check);
  }

  @Override
  public void close() {
    executors.forEach(IdleExecutors::close);
    controllers.forEach(Service::close);
  }
}
