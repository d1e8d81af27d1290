/** Deployment of a cluster on AWS: the section {@code aws} of the cluster's file. */
@NullMarked
package dev.atf.infra.deployment;

import org.jspecify.annotations.NullMarked;
