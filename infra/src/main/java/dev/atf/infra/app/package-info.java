/** CDK app that reads the file of a cluster and creates its stacks. */
@NullMarked
package dev.atf.infra.app;

import org.jspecify.annotations.NullMarked;
