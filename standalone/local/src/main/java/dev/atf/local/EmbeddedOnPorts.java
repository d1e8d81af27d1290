package dev.atf.local;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.DirectCalls;
import dev.atf.embedded.EmbeddedEngine;
import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.nio.file.Path;

/** Embedded engine whose services have ports, but call each other directly. */
final class EmbeddedOnPorts implements LocalEngine {
  private final EmbeddedEngine engine;
  private final DirectCalls hscCalls = new DirectCalls();
  private final DirectCalls consumerCalls = new DirectCalls();

  private EmbeddedOnPorts(EmbeddedEngine engine) {
    this.engine = engine;
  }

  /**
   * Starts the engine.
   *
   * @param blobs location of the contents of resources
   * @throws ConfigException if the directory's store is in use, or damaged
   */
  static EmbeddedOnPorts start(Path directory, String blobs) {
    return new EmbeddedOnPorts(EmbeddedEngine.start(directory, blobs, RuntimePorts.ofMachine()));
  }

  @Override
  public Settings withStore(Settings settings) {
    return settings;
  }

  @Override
  public Settings withQueues(Settings settings) {
    return settings;
  }

  @Override
  public Settings withBlobs(Settings settings) {
    return settings;
  }

  @Override
  public FrontendComponent frontend(FrontendConfig config) {
    return engine.frontend(config, consumerCalls.channel(), RuntimePorts.ofMachine());
  }

  @Override
  public Service hsc(HscConfig config) {
    var component = engine.hsc(config, consumerCalls.channel(), RuntimePorts.ofMachine());
    hscCalls.serve(component.calls());
    return component.service();
  }

  @Override
  public Service storeConsumer(StoreConsumerConfig config) {
    var component = engine.storeConsumer(config, consumerCalls.channel(), RuntimePorts.ofMachine());
    consumerCalls.serve(component.calls());
    return component.service();
  }

  @Override
  public ControllerComponent controller(ControllerConfig config) {
    return engine.controller(config, hscCalls.channel(), RuntimePorts.ofMachine());
  }

  @Override
  public void recover() {
    engine.recover();
  }

  @Override
  public String storeEndpoint() {
    return "";
  }

  @Override
  public String forWorkers(String hscUri, boolean byToken) {
    return "or let it start and watch them: atf up --executors L=N -- COMMAND";
  }

  @Override
  public void close() {
    hscCalls.close();
    consumerCalls.close();
    engine.close();
  }
}
