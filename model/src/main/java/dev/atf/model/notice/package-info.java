/** Notices: tasks that tell how other tasks ended (ADR 0079). */
@NullMarked
package dev.atf.model.notice;

import org.jspecify.annotations.NullMarked;
