/**
 * Routes: names whose rules choose the lambda of a task, and the language of the rules (ADR 0087).
 */
@NullMarked
package dev.atf.model.route;

import org.jspecify.annotations.NullMarked;
