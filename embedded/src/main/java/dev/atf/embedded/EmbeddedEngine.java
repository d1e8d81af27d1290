package dev.atf.embedded;

import dev.atf.blob.store.BlobConnection;
import dev.atf.controller.ControllerConfig;
import dev.atf.controller.ControllerOnPorts;
import dev.atf.controller.WiredController;
import dev.atf.frontend.Engines;
import dev.atf.frontend.FrontendOnPorts;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.hsc.HscOnPorts;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.StorePorts;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.StoreInUseException;
import dev.atf.store.embedded.record.NewerFormatException;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.storeconsumer.StoreConsumerOnPorts;
import io.grpc.Channel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The embedded durable store, and queues in this process: the services call them directly. */
public final class EmbeddedEngine implements AutoCloseable {
  /** Pause between two sweeps for expired entries, while none expires. */
  private static final Duration SWEEP_PAUSE = Duration.ofMillis(250);

  /** Longest wait of a receiver between two looks at the clock. Chosen: a clock that is set. */
  private static final Duration QUEUE_LOOK_EVERY = Duration.ofSeconds(5);

  private static final Engines NO_TABLES =
      new Engines() {
        @Override
        public void prepare() {}

        @Override
        public void close() {}
      };

  private final EmbeddedStore store;
  private final StorePorts ports;
  private final BlobConnection blobs;
  private final QueuePorts queues;
  private final Loops loops;

  private EmbeddedEngine(
      EmbeddedStore store, BlobConnection blobs, QueuePorts queues, Loops loops) {
    this.store = store;
    this.blobs = blobs;
    this.ports = store.ports();
    this.queues = queues;
    this.loops = loops;
  }

  /**
   * @param directory of the store
   * @param blobs place of the contents of resources, as the setting {@code blobs} names it
   * @throws ConfigException if the directory's store is in use, or damaged
   */
  public static EmbeddedEngine start(Path directory, String blobs, RuntimePorts runtime) {
    var contents = BlobConnection.open(blobs, runtime.instants(), runtime.random());
    var queue = new InMemoryTaskQueue(runtime.instants(), QUEUE_LOOK_EVERY);
    var engine =
        new EmbeddedEngine(
            open(directory), contents, new QueuePorts(queue, queue, queue), loops(runtime));
    var sweep = engine.store.sweep();
    engine.loops.start(
        "sweep", () -> sweep.turn(runtime.instants().instant()) > 0 ? Duration.ZERO : SWEEP_PAUSE);
    return engine;
  }

  private static EmbeddedStore open(Path directory) {
    try {
      OwnDirectory.make(directory);
      return EmbeddedStore.open(directory, EmbeddedEngine::end);
    } catch (StoreInUseException | DamagedStoreException | NewerFormatException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new ConfigException(directory + " cannot be made: " + e.getMessage());
    }
  }

  private static Loops loops(RuntimePorts runtime) {
    return new Loops(
        runtime.threads(),
        runtime.clock(),
        runtime.random(),
        runtime.metrics(),
        LoopSettings.DEFAULT);
  }

  /** Ends the process: only the next start can tell which writes are durable. */
  private static void end() {
    System.err.println("atf: the disk refuses to be written: this process ends");
    Runtime.getRuntime().halt(1);
  }

  public FrontendOnPorts frontend(FrontendConfig config, RuntimePorts runtime) {
    return FrontendOnPorts.factory().create(config, NO_TABLES, ports, blobs, queues, runtime);
  }

  /**
   * @param consumer channel of the store consumer
   */
  public HscOnPorts hsc(HscConfig config, Channel consumer, RuntimePorts runtime) {
    return HscOnPorts.factory().create(config, ports, blobs, (member, uri) -> consumer, runtime);
  }

  public StoreConsumerOnPorts storeConsumer(StoreConsumerConfig config, RuntimePorts runtime) {
    return StoreConsumerOnPorts.factory().create(config, ports, queues, runtime);
  }

  /**
   * @param hsc channel of the HSC
   */
  public WiredController controller(ControllerConfig config, Channel hsc, RuntimePorts runtime) {
    return ControllerOnPorts.factory()
        .create(config, queues, HscServiceGrpc.newBlockingStub(hsc), runtime);
  }

  /** Fills the queues after a restart; called when they exist, before the store consumer starts. */
  public void recover() {
    new QueueRefill(ports, queues.sender()).run();
  }

  @Override
  public void close() {
    loops.close();
    blobs.close();
    store.close();
  }
}
