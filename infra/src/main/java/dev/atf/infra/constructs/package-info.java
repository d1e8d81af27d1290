/**
 * The construct library: a cluster's parts on AWS, for the app of this room and for anybody's own.
 * Constructs take records of typed props and know no file.
 */
@NullMarked
package dev.atf.infra.constructs;

import org.jspecify.annotations.NullMarked;
