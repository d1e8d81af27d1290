@NullMarked
package dev.atf.local.notice;

import org.jspecify.annotations.NullMarked;
