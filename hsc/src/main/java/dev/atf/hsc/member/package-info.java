/** The beat by which an HSC says that it serves. */
@NullMarked
package dev.atf.hsc.member;

import org.jspecify.annotations.NullMarked;
