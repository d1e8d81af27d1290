package dev.atf.embedded;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.store.BlobConnection;
import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.DeletionStep;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.StoreException;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.UnsupportedFormatException;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.StoreInUseException;
import dev.atf.store.ports.StorePorts;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import io.grpc.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Embedded durable store with queues in this process. The services call both directly. */
public final class EmbeddedEngine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedEngine.class);

  /** Pause between two sweeps for expired entries if the last one found none. */
  private static final Duration SWEEP_PAUSE = Duration.ofMillis(250);

  /** Longest wait of a receiver before it reads its clock again, which may be set. */
  private static final Duration QUEUE_CHECK_EVERY = Duration.ofSeconds(5);

  private final EmbeddedStore store;
  private final Failures failures;
  private final StorePorts ports;
  private final BlobConnection blobs;
  private final QueuePorts queues;
  private final Loops loops;
  private final RuntimePorts runtime;

  private EmbeddedEngine(
      EmbeddedStore store,
      Failures failures,
      BlobConnection blobs,
      QueuePorts queues,
      RuntimePorts runtime) {
    this.store = store;
    this.failures = failures;
    this.blobs = blobs;
    this.ports = store.ports();
    this.queues = queues;
    this.loops = loops(runtime);
    this.runtime = runtime;
  }

  /**
   * Starts the engine.
   *
   * @param directory directory of the store
   * @param blobs location of the files of tasks, as in the setting {@code blobs}
   * @throws ConfigException if the directory is in use, the store is damaged, or the location of
   *     the files cannot be used
   */
  public static EmbeddedEngine start(Path directory, String blobs, RuntimePorts runtime) {
    var contents = contents(blobs, runtime);
    var queue = new InMemoryTaskQueue(runtime.instants(), QUEUE_CHECK_EVERY);
    var queues = QueuePorts.of(queue, queue, queue);
    var failures = new Failures();
    try {
      return new EmbeddedEngine(open(directory, failures), failures, contents, queues, runtime);
    } catch (RuntimeException | Error e) {
      contents.close();
      throw e;
    }
  }

  private static BlobConnection contents(String blobs, RuntimePorts runtime) {
    try {
      return BlobConnection.open(blobs, runtime.instants(), runtime.random());
    } catch (BlobStoreException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static EmbeddedStore open(Path directory, Failures failures) {
    try {
      OwnDirectory.make(directory);
      return EmbeddedStore.open(directory, failures);
    } catch (StoreInUseException | DamagedStoreException | UnsupportedFormatException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    } catch (StoreException | UncheckedIOException e) {
      throw new ConfigException(directory + " cannot be opened: " + e.getMessage());
    } catch (IOException e) {
      throw new ConfigException(directory + " cannot be created: " + e.getMessage());
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

  /**
   * Ends the process when the store fails. Only the next start can find out which writes are
   * durable, and damage is permanent. During the start of the engine, its caller gets an exception
   * instead.
   */
  private static final class Failures implements Consumer<String> {
    private boolean started;
    private Optional<String> atStart = Optional.empty();

    /**
     * Ends the process at the first failure. It is reported once; further threads with a failure
     * wait here.
     */
    @Override
    public synchronized void accept(String reason) {
      if (!started) {
        atStart = Optional.of(reason);
      } else {
        try {
          System.err.println("atf: " + reason + " This process ends.");
          log.error("this process ends: {}", reason);
        } finally {
          Runtime.getRuntime().halt(1);
        }
      }
    }

    /** Records that the start is complete, or fails if the store has failed in another thread. */
    synchronized void startIsOver() {
      if (atStart.isPresent()) {
        throw new ConfigException(atStart.get());
      }
      started = true;
    }
  }

  /**
   * Creates a frontend.
   *
   * @param consumer channel to the store consumer
   */
  public FrontendComponent frontend(FrontendConfig config, Channel consumer, RuntimePorts runtime) {
    return FrontendComponent.factory()
        .create(config, ports, blobs, queues, (member, uri) -> consumer, runtime);
  }

  /**
   * Creates an HSC.
   *
   * @param consumer channel to the store consumer
   */
  public HscComponent hsc(HscConfig config, Channel consumer, RuntimePorts runtime) {
    return HscComponent.factory().create(config, ports, blobs, (member, uri) -> consumer, runtime);
  }

  /**
   * Creates the store consumer.
   *
   * @param consumer channel to itself, because there is no other store consumer
   */
  public StoreConsumerComponent storeConsumer(
      StoreConsumerConfig config, Channel consumer, RuntimePorts runtime) {
    return StoreConsumerComponent.factory()
        .create(config, ports, queues, (member, uri) -> consumer, runtime);
  }

  /**
   * Creates a controller.
   *
   * @param hsc channel to the HSC
   */
  public ControllerComponent controller(
      ControllerConfig config, Channel hsc, RuntimePorts runtime) {
    return ControllerComponent.factory()
        .create(config, queues, HscServiceGrpc.newBlockingStub(hsc), runtime);
  }

  /**
   * Fills the queues after a restart, and starts the sweep. It is called when the queues exist,
   * before the store consumer starts.
   *
   * @throws ConfigException if the store is damaged, or the disk cannot be written
   */
  public void recover() {
    try {
      new QueueRefill(ports, queues.sender()).run();
    } catch (DamagedStoreException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
    failures.startIsOver();
    var clock = runtime.instants();
    var sweep = store.sweep();
    loops.start(
        "sweep",
        new DeletionStep(
            () -> sweep.turn(clock.instant()) > 0 ? Duration.ZERO : SWEEP_PAUSE,
            clock,
            runtime.clock()));
  }

  @Override
  public void close() {
    loops.close();
    blobs.close();
    store.close();
  }
}
