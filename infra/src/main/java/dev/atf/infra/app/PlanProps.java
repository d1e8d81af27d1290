package dev.atf.infra.app;

import dev.atf.clusterfile.ServiceName;
import dev.atf.infra.constructs.NetworkProps;
import dev.atf.infra.constructs.TaskFrameworkProps;
import dev.atf.infra.constructs.observability.ObservabilityProps;
import dev.atf.infra.constructs.service.CallerAuth;
import dev.atf.infra.constructs.service.ComponentSettings;
import dev.atf.infra.constructs.service.HscProps;
import dev.atf.infra.constructs.service.PublicApiProps;
import dev.atf.infra.constructs.service.ServiceImage;
import dev.atf.infra.constructs.service.ServiceProps;
import dev.atf.infra.constructs.service.TaskDefaults;
import dev.atf.infra.constructs.service.TaskSize;
import dev.atf.infra.constructs.store.LambdaQueuesProps;
import dev.atf.infra.constructs.store.TableCapacity;
import dev.atf.infra.constructs.store.TaskStoreProps;
import dev.atf.infra.constructs.worker.WorkerCapacity;
import dev.atf.infra.constructs.worker.WorkerClusterProps;
import dev.atf.infra.constructs.worker.WorkerScaling;
import dev.atf.infra.deployment.AuthSection;
import dev.atf.infra.deployment.Billing;
import dev.atf.infra.deployment.Endpoints;
import dev.atf.infra.deployment.ServiceSection;
import dev.atf.infra.deployment.WorkersSection;
import dev.atf.queue.QueueAdmin;
import dev.atf.runtime.config.Durations;
import dev.atf.runtime.server.AuthMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.ecs.CpuArchitecture;

/** Creates the props of the constructs from a plan. */
record PlanProps(ClusterPlan plan) {
  /** Default visibility time-out. It equals the default of controllers; a test compares the two. */
  static final Duration VISIBILITY_DEFAULT = QueueAdmin.VISIBILITY;

  /**
   * Size of {@code /tmp} of a service in MiB. Services only write native libraries of a few MiB
   * there.
   */
  private static final int SERVICE_TMP_MIB = 64;

  TaskStoreProps store() {
    var store = plan.deployment().store();
    var capacity =
        store.billing() == Billing.PROVISIONED
            ? new TableCapacity.Provisioned(
                store.readsMin(), store.readsMax(), store.writesMin(), store.writesMax())
            : new TableCapacity.OnDemand(store.warmReads(), store.warmWrites());
    return new TaskStoreProps(plan.tables(), capacity, plan.deployment().keepData());
  }

  LambdaQueuesProps queues() {
    var visibility = plan.file().environment(ServiceName.WORKER).get("ATF_VISIBILITY");
    return new LambdaQueuesProps(
        plan.components().queueNames().unusable(),
        plan.queuesOfTemplate(),
        visibility == null ? VISIBILITY_DEFAULT : Durations.parse(visibility),
        plan.deployment().keepData());
  }

  TaskFrameworkProps framework() {
    var deployment = plan.deployment();
    var api = deployment.api();
    return new TaskFrameworkProps(
        plan.cluster(),
        network(),
        new PublicApiProps(
            api.certificateArn(), api.internetFacing(), api.callers(), auth(api.auth())),
        hscAccess(),
        plan.queuesAreRegistered(),
        service("frontend", deployment.frontend()),
        service("store-consumer", deployment.storeConsumer()),
        service("hsc", deployment.hsc()),
        settings(),
        defaults(),
        deployment.blobsKeyArn());
  }

  private static CallerAuth auth(AuthSection auth) {
    var policy = auth.policy().isEmpty() ? "" : ComponentSettings.policy(auth.policy());
    if (auth.allowUnauthenticated()) {
      return new CallerAuth.Anybody();
    }
    return auth.mode() == AuthMode.AWS
        ? new CallerAuth.IamIdentities(auth.audience(), policy)
        : new CallerAuth.Tokens(auth.issuer(), auth.audience(), auth.jwks(), policy);
  }

  private HscProps hscAccess() {
    var entrance = plan.deployment().hscEntrance();
    var workers = new TreeMap<String, List<String>>();
    for (var one : plan.deployment().workers()) {
      workers.put(one.name(), List.copyOf(one.processes().keySet()));
    }
    return new HscProps(
        entrance.allowPlaintext()
            ? Optional.empty()
            : Optional.of(
                new HscProps.Certificate(entrance.domainName(), entrance.certificateArn())),
        workers,
        entrance.principals());
  }

  ObservabilityProps observability() {
    var alarms = plan.deployment().alarms();
    return new ObservabilityProps(
        plan.cluster(),
        plan.tables(),
        plan.components().queueNames().unusable(),
        alarms.topicArn(),
        alarms.dueAgeMax(),
        alarms.deadLettersMax(),
        alarms.leaseExpiriesMax());
  }

  WorkerClusterProps workers(WorkersSection workers) {
    var settings = new TreeMap<>(plan.file().environment(ServiceName.WORKER));
    settings.putAll(plan.file().environment(ServiceName.EXECUTOR));
    if (!workers.offers().isEmpty()) {
      settings.put(WorkerClusterProps.OFFERS, String.join(",", workers.offers()));
    }
    return new WorkerClusterProps(
        plan.cluster(),
        workers.name(),
        workers.processes(),
        plan.needs(),
        workers.repository().isEmpty()
            ? image("worker")
            : new ServiceImage.FromRepository(workers.repository(), workers.tag()),
        workers.command(),
        new TaskSize(workers.cpu(), workers.memoryMib(), workers.tmpMib()),
        switch (workers.capacity()) {
          case FARGATE -> new WorkerCapacity.Fargate(false);
          case FARGATE_SPOT -> new WorkerCapacity.Fargate(true);
          case EC2 -> new WorkerCapacity.Ec2(workers.instanceType(), workers.instancesMax());
        },
        new WorkerScaling(
            workers.hostsMin(), workers.hostsMax(), workers.backlogPerHost(), workers.dueAgeMax()),
        settings,
        defaults());
  }

  private TaskDefaults defaults() {
    return new TaskDefaults(
        plan.deployment().logs().retentionDays(),
        plan.deployment().images().collector(),
        switch (plan.deployment().architecture()) {
          case X86_64 -> CpuArchitecture.X86_64;
          case ARM64 -> CpuArchitecture.ARM64;
        });
  }

  private NetworkProps network() {
    var network = plan.deployment().network();
    return network.vpcId().isEmpty()
        ? new NetworkProps.NewVpc(
            network.cidr(),
            network.zones(),
            network.natGateways(),
            network.endpoints() == Endpoints.FULL)
        : new NetworkProps.ExistingVpc(
            network.vpcId(),
            network.cidr(),
            network.zones(),
            network.privateSubnets(),
            network.publicSubnets());
  }

  private ServiceProps service(String component, ServiceSection section) {
    return new ServiceProps(
        image(component),
        new TaskSize(section.cpu(), section.memoryMib(), SERVICE_TMP_MIB),
        section.tasksMin(),
        section.tasksMax());
  }

  private ServiceImage image(String component) {
    var images = plan.deployment().images();
    return images.directory().isEmpty()
        ? new ServiceImage.FromRepository(images.repositoryPrefix() + component, images.tag())
        : new ServiceImage.FromDirectory(images.directory() + "/" + component + "/target/image");
  }

  private Map<String, Map<String, String>> settings() {
    var settings = new TreeMap<String, Map<String, String>>();
    for (var service : List.of(ServiceName.FRONTEND, ServiceName.STORE_CONSUMER, ServiceName.HSC)) {
      settings.put(service.key(), plan.file().environment(service));
    }
    return settings;
  }
}
