package dev.atf.frontend;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.HintSettings;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.ports.StorePorts;
import dev.atf.testtime.TestTimeouts;
import io.grpc.inprocess.InProcessChannelBuilder;
import jakarta.inject.Singleton;

/** Frontend wired as in production, except for its store consumers. */
@Singleton
@Component(
    modules = {FrontendModule.class, InMemoryFrontendComponent.TestModule.class},
    dependencies = {FrontendConfig.class, StorePorts.class, QueuePorts.class, RuntimePorts.class})
interface InMemoryFrontendComponent extends FrontendComponent {
  @Component.Factory
  interface Factory {
    InMemoryFrontendComponent create(
        FrontendConfig config,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        QueuePorts queues,
        RuntimePorts runtime);
  }

  @Module
  interface TestModule {
    /** Leads to the server of this process that has the member's name. */
    @Provides
    static ConsumerChannels consumers() {
      return (member, uri) -> InProcessChannelBuilder.forName(member).directExecutor().build();
    }

    @Provides
    static HintReceiver noConsumer() {
      return HintReceiver.NONE;
    }

    /** Long enough that a slow machine does not end a call. */
    @Provides
    static HintSettings hints() {
      return new HintSettings(TestTimeouts.STALL, "");
    }
  }
}
