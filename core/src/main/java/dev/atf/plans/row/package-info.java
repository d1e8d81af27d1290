/**
 * Plans, which create tasks over time. Each plan has one row with a version and an alarm (ADR
 * 0030).
 */
@NullMarked
package dev.atf.plans.row;

import org.jspecify.annotations.NullMarked;
