/**
 * File that describes a cluster. It is read to deploy the cluster and to register its lambdas. The
 * code that checks its content also checks the same content on a running cluster.
 */
@NullMarked
package dev.atf.clusterfile;

import org.jspecify.annotations.NullMarked;
