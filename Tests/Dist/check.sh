#!/usr/bin/env bash
# Checks what 'make dist' makes: the same bytes from two folders, a binary that needs nothing of the machine,
# and an image of it alone. It builds twice, so 'make check' has no part of it.
#
#     make dist-check            KEEP=folder keeps the tarball there
#
# What a tool is missing for is said, and is no failure; all else that does not hold is one.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d "${TMPDIR:-/tmp}/replog-dist.XXXXXX")
trap 'status=$?; [ $status = 0 ] && rm -rf "$work" || printf "%s\n" "dist: see $work" >&2' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

say() { printf '%s\n' "dist: $*"; }
fail() { printf '%s\n' "dist: error: $*" >&2; exit 1; }

# Two folders of different length, one of them with a space, and a clock that moves on in between.
for folder in "$work/one" "$work/another folder"; do
  mkdir "$folder"
  git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$folder"
  say "building in $(basename "$folder")"
  make -s -C "$folder" dist > "$work/log" 2>&1 || { cat "$work/log" >&2; fail 'the build failed'; }
done

tarball=$(cd "$work/one/.build/dist" && echo *.tar.gz)
cmp "$work/one/.build/dist/$tarball" "$work/another folder/.build/dist/$tarball" \
  || fail 'two builds differ'
say "two builds of $tarball are the same $(stat -c %s "$work/one/.build/dist/$tarball") bytes"
(cd "$work/one/.build/dist" && sha256sum -c "$tarball.sha256" > /dev/null) || fail 'its SHA-256 is another'

root=$work/root
mkdir "$root"
tar -xzf "$work/one/.build/dist/$tarball" -C "$root" --strip-components=1
for file in bin/replog share/man/man1/replog.1 share/bash-completion/completions/replog \
  share/zsh/site-functions/_replog share/fish/vendor_completions.d/replog.fish README.md LICENSE; do
  [ -s "$root/$file" ] || fail "the tarball lacks $file"
done
if grep -aqF "$work" "$root/bin/replog"; then fail 'the binary has the path of the folder it was built in'; fi

if command -v ldd > /dev/null; then
  # Its status says whether there are libraries, and not whether it could look.
  found=$(ldd "$root/bin/replog" 2>&1 || true)
  grep -qE 'not a dynamic|statically linked' <<< "$found" || fail 'the binary needs libraries'
  say 'the binary needs no library'
else
  say 'skipped: no ldd'
fi

# A root in which nothing is but the tarball: no library, no shell, no /dev, no Swift. The library of Swift looks up
# its own path in /proc, which every container has.
mkdir "$root/tmp" "$root/proc"
alone() { unshare "$@" --pid --fork --mount-proc="$root/proc" chroot "$root" /bin/replog demo; }
if unshare --user --map-root-user true 2> /dev/null; then
  alone --user --map-root-user > "$work/demo" || fail 'the demonstration fails in an empty root'
elif [ "$(id -u)" = 0 ]; then
  alone > "$work/demo" || fail 'the demonstration fails in an empty root'
fi
if [ -s "$work/demo" ]; then
  cmp -s "$work/demo" <("$root/bin/replog" demo) || fail 'an empty root shows another demonstration'
  say 'the demonstration runs in an empty root'
else
  say 'skipped: neither unshare nor chroot is allowed here'
fi

image=skipped
for tool in podman buildah docker; do
  command -v "$tool" > /dev/null && "$tool" info > /dev/null 2>&1 || continue
  "$tool" build -q -f Tests/Dist/Containerfile -t replog-dist-check "$root" > /dev/null \
    || fail "$tool cannot build the image"
  image="built by $tool"
  if [ "$tool" != buildah ]; then
    "$tool" run --rm replog-dist-check version | grep -q '^replog ' || fail 'the image does not run'
    image="built and run by $tool"
    "$tool" rmi replog-dist-check > /dev/null
  fi
  break
done
say "image: $image"

if [ -n "${KEEP:-}" ]; then
  mkdir -p "$KEEP"
  cp "$work/one/.build/dist/$tarball" "$work/one/.build/dist/$tarball.sha256" "$KEEP"
fi
