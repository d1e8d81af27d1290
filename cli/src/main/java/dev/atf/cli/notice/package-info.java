/** Commands about subscriptions. */
@NullMarked
package dev.atf.cli.notice;

import org.jspecify.annotations.NullMarked;
