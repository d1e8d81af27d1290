package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.constructs.Construct;

/** Source of the image of a container. */
public sealed interface ServiceImage {
  /**
   * Repository of the account's registry.
   *
   * @param tag one that is never moved, such as the version: a replaced task must get the image of
   *     its peers
   */
  record FromRepository(String repository, String tag) implements ServiceImage {}

  /** A directory with a Dockerfile, built and pushed when the cluster is deployed. */
  record FromDirectory(String directory) implements ServiceImage {}

  /**
   * @param id its id within {@code scope}
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
