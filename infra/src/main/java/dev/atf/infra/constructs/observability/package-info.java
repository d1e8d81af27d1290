/** Alarms, metrics, dashboards and log groups. */
@NullMarked
package dev.atf.infra.constructs.observability;

import org.jspecify.annotations.NullMarked;
