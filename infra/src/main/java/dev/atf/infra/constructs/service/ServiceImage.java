package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.constructs.Construct;

/** Where the image of a container comes from. */
public sealed interface ServiceImage {
  /**
   * A repository of the account's registry.
   *
   * @param tag one that is never moved, such as the version: a task that is replaced must get what
   *     its peers have
   */
  record FromRepository(String repository, String tag) implements ServiceImage {}

  /** A directory with a Dockerfile, built and pushed when the cluster is deployed. */
  record FromDirectory(String directory) implements ServiceImage {}

  /**
   * @param id names it within {@code scope}
   */
  default ContainerImage in(Construct scope, String id) {
    if (this instanceof FromRepository from) {
      return ContainerImage.fromEcrRepository(
          Repository.fromRepositoryName(scope, id, from.repository()), from.tag());
    }
    var from = (FromDirectory) this;
    return ContainerImage.fromAsset(from.directory());
  }
}
