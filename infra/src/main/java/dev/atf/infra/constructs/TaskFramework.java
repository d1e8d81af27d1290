package dev.atf.infra.constructs;

import dev.atf.infra.access.AccessPolicies;
import dev.atf.infra.access.BlobBucket;
import dev.atf.infra.access.ComponentAccess;
import dev.atf.infra.access.TableUse;
import dev.atf.infra.constructs.observability.EmittedMetric;
import dev.atf.infra.constructs.service.ComponentSettings;
import dev.atf.infra.constructs.service.ContainerSpec;
import dev.atf.infra.constructs.service.Entrance;
import dev.atf.infra.constructs.service.FrameworkService;
import dev.atf.infra.constructs.service.HscAccess;
import dev.atf.infra.constructs.service.HscProps;
import dev.atf.infra.constructs.service.NagReason;
import dev.atf.infra.constructs.service.ServiceProps;
import dev.atf.infra.constructs.store.TaskStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.Peer;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ecs.CloudMapNamespaceOptions;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.ContainerInsights;
import software.amazon.awscdk.services.elasticloadbalancingv2.AlpnPolicy;
import software.amazon.awscdk.services.elasticloadbalancingv2.BaseNetworkListenerProps;
import software.amazon.awscdk.services.elasticloadbalancingv2.ListenerCertificate;
import software.amazon.awscdk.services.elasticloadbalancingv2.Protocol;
import software.amazon.awscdk.services.elasticloadbalancingv2.SslPolicy;
import software.constructs.Construct;

/**
 * Framework of one cluster: frontend, store consumer and HSC on Fargate, in a new or an existing
 * VPC. All of its resources can be replaced at any time; durable resources are in {@link
 * TaskStore}.
 *
 * <p>Callers connect to the frontend over TLS. Members of one security group connect to the HSC,
 * with the IAM identities in its policy. The services connect to store consumers to send hints.
 */
public final class TaskFramework extends Construct {
  private static final int TLS_PORT = 443;

  /**
   * Limit on the lateness of releases in seconds. It is larger than the delay that any documented
   * poll interval causes.
   */
  private static final int RELEASE_LATENESS_SECONDS = 15;

  private final IVpc vpc;
  private final Cluster cluster;
  private final Entrance api;
  private final Entrance hscEntrance;
  private final HscAccess hscAccess;

  public TaskFramework(Construct scope, String id, TaskFrameworkProps props) {
    super(scope, id);
    this.vpc = new ClusterNetwork(this, "Network", props).vpc();
    this.cluster =
        Cluster.Builder.create(this, "Cluster")
            .vpc(vpc)
            .clusterName(props.cluster())
            .containerInsightsV2(ContainerInsights.ENABLED)
            .defaultCloudMapNamespace(
                CloudMapNamespaceOptions.builder().name(props.cluster() + ".atf.internal").build())
            .build();
    var settings = new ComponentSettings(props.cluster());
    var frontend =
        service(
            props,
            "Frontend",
            "frontend",
            settings.frontend(props.api(), props.makesQueues()),
            ComponentSettings.FRONTEND_PORT,
            props.frontend(),
            ComponentAccess.FRONTEND);
    var storeConsumer =
        service(
            props,
            "StoreConsumer",
            "store-consumer",
            settings.storeConsumer(),
            ComponentSettings.STORE_CONSUMER_PORT,
            props.storeConsumer(),
            ComponentAccess.STORE_CONSUMER);
    // The least of all consumers: where one is in time, another one would not help.
    storeConsumer.scaleAlsoOn(
        "ReleaseLateness",
        EmittedMetric.RELEASE_LATENESS.in(props.cluster(), "Minimum"),
        RELEASE_LATENESS_SECONDS);
    var hsc =
        service(
            props,
            "Hsc",
            "hsc",
            settings.hsc(props.hscAccess().grants(props.cluster()), props.api()),
            ComponentSettings.HSC_PORT,
            props.hsc(),
            ComponentAccess.HSC);
    for (var sender : List.of(frontend, storeConsumer, hsc)) {
      storeConsumer.admit(sender, ComponentSettings.STORE_CONSUMER_PORT, "hints");
    }
    this.api =
        new Entrance(
            this,
            "Api",
            frontend,
            tls(TLS_PORT, props.api().certificateArn()),
            ComponentSettings.FRONTEND_PORT,
            props.api().internetFacing());
    props.api().callers().forEach(block -> api.admit(Peer.ipv4(block), TLS_PORT, "callers"));
    var certificate = props.hscAccess().certificate();
    this.hscEntrance =
        new Entrance(
            this,
            "HscEntrance",
            hsc,
            certificate
                .map(named -> tls(ComponentSettings.HSC_PORT, named.arn()))
                .orElseGet(TaskFramework::plaintextOfHsc),
            ComponentSettings.HSC_PORT,
            false);
    this.hscAccess = hscAccess(certificate);
    hscEntrance.admit(hscAccess.callers(), ComponentSettings.HSC_PORT, "workers");
  }

  private HscAccess hscAccess(Optional<HscProps.Certificate> certificate) {
    var callers =
        SecurityGroup.Builder.create(this, "HscCallers")
            .vpc(vpc)
            .description("Callers of the HSC")
            .allowAllOutbound(false)
            .build();
    certificate.ifPresent(named -> hscEntrance.nameInVpc(named.domainName()));
    var uri =
        certificate
            .map(named -> "https://" + named.domainName())
            .orElseGet(() -> "http://" + hscEntrance.address());
    return new HscAccess(uri + ":" + ComponentSettings.HSC_PORT, callers);
  }

  private static BaseNetworkListenerProps plaintextOfHsc() {
    return BaseNetworkListenerProps.builder()
        .port(ComponentSettings.HSC_PORT)
        .protocol(Protocol.TCP)
        .build();
  }

  public IVpc vpc() {
    return vpc;
  }

  /** Returns the address of the public API, for a cluster without a domain name. */
  public String apiAddress() {
    return api.address();
  }

  /** Returns the metric of the number of HSCs to which the load balancer routes. */
  public IMetric healthyHscTargets() {
    return hscEntrance.healthyTargets();
  }

  /** Returns the metric of the number of frontends to which the load balancer routes. */
  public IMetric healthyApiTargets() {
    return api.healthyTargets();
  }

  /** Returns the access of workers to the HSC. */
  public HscAccess hscAccess() {
    return hscAccess;
  }

  private FrameworkService service(
      TaskFrameworkProps props,
      String id,
      String component,
      Map<String, String> settings,
      int port,
      ServiceProps service,
      ComponentAccess access) {
    var environment = new TreeMap<>(settings);
    environment.putAll(props.settings().getOrDefault(component, Map.of()));
    var container =
        new ContainerSpec(
            component,
            service.image(),
            List.of(),
            environment,
            port,
            component,
            access == ComponentAccess.STORE_CONSUMER ? props.hscAccess().workers() : Map.of(),
            props.defaults());
    var made = new FrameworkService(this, id, cluster, props.cluster(), container, service);
    var names = new ComponentSettings(props.cluster());
    var queues = List.of(names.queueNames().ofAll());
    AccessPolicies.grant(made, made.role(), access, names.tablePrefix(), queues);
    if (component.equals("frontend") && props.makesQueues()) {
      AccessPolicies.grantQueueAdministration(made, made.role(), queues);
      NagReason.QUEUES_OF_THE_CLUSTER.on(made.getNode().findChild(AccessPolicies.ADMINISTRATION));
    }
    if (!access.queues().isEmpty()) {
      NagReason.QUEUES_OF_THE_CLUSTER.on(made.getNode().findChild(AccessPolicies.QUEUES + "0"));
    }
    BlobBucket.of(environment.getOrDefault("ATF_BLOBS", ""))
        .ifPresent(
            bucket -> {
              AccessPolicies.grantBlobs(made, made.role(), bucket, props.blobsKeyArn());
              NagReason.BLOBS_OF_THE_CLUSTER.on(made.getNode().findChild(AccessPolicies.BLOBS));
            });
    if (access.tables().stream().anyMatch(TableUse::isOfStream)) {
      NagReason.STREAM_OF_ONE_TABLE.on(made.getNode().findChild(AccessPolicies.TABLES));
    }
    return made;
  }

  private static BaseNetworkListenerProps tls(int port, String certificateArn) {
    return BaseNetworkListenerProps.builder()
        .port(port)
        .protocol(Protocol.TLS)
        .sslPolicy(SslPolicy.RECOMMENDED_TLS)
        // gRPC wants HTTP/2; callers of the JSON API may do without.
        .alpnPolicy(AlpnPolicy.HTTP2_PREFERRED)
        .certificates(List.of(ListenerCertificate.fromArn(certificateArn)))
        .build();
  }
}
