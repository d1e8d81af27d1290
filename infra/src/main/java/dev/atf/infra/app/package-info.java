/** The CDK app: one cluster's file in, its stacks out. */
@NullMarked
package dev.atf.infra.app;

import org.jspecify.annotations.NullMarked;
