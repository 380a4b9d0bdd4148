# Packages of another Debian suite, through an apt configuration of our own in the cache folder.
# The machine's own sources, lists and cache are read for the mirror's address and never changed.

# The mirror that this machine already uses, from deb822 (.sources) or one-line (.list) files.
debian_mirror() {
  if [ -n "${HEADWATERS_DEBIAN_MIRROR:-}" ]; then echo "$HEADWATERS_DEBIAN_MIRROR"; return; fi
  local dir=/etc/apt
  {
    { cat "$dir"/sources.list.d/*.sources 2>/dev/null || true; } |
      awk 'tolower($1) == "uris:" { for (i = 2; i <= NF; i++) print $i }'
    { cat "$dir"/sources.list "$dir"/sources.list.d/*.list 2>/dev/null || true; } |
      sed -n -E 's/^[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]*)?([^[:space:]]+).*/\2/p'
  } | sed -n '/\/debian\/\{0,1\}$/{p;q;}'
}

debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# debian_apt SUITE COMMAND...: apt-get with SUITE as its only source. Lists that a slow mirror holds beyond
# their date are taken: they are signed all the same, and sources are compared with the sum we know.
debian_apt() {
  local suite=$1 home="$HW_CACHE/apt/$1"; shift
  apt-get -q \
    -o Dir::Etc::SourceList="$home/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::Etc::PreferencesParts=- -o Dir::Etc::Preferences=- \
    -o Dir::State::Lists="$home/lists" -o Dir::Cache="$home/cache" \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Acquire::Retries=3 \
    -o Acquire::Check-Valid-Until=false -o APT::Update::Error-Mode=any "$@"
}

# debian_suite SUITE: make the suite's lists available (fetched again when a day old or from elsewhere).
debian_suite() {
  local suite=$1 home="$HW_CACHE/apt/$1" mirror
  mirror=$(debian_mirror)
  [ -n "$(find "$home/ready" -mmin -1440 2>/dev/null)" ] &&
    grep -qF " $mirror $suite " "$home/sources.list" && return
  [ -n "$mirror" ] || fail "No Debian mirror is named in this machine's apt sources." \
    "Set HEADWATERS_DEBIAN_MIRROR to the address of one (it ends in /debian)."
  [ -e "$debian_keyring" ] || fail "$debian_keyring is missing." "Install the package debian-archive-keyring."
  mkdir -p "$home/lists/partial" "$home/cache/archives/partial"
  printf '%s [signed-by=%s] %s %s main\n' deb "$debian_keyring" "$mirror" "$suite" \
    deb-src "$debian_keyring" "$mirror" "$suite" >"$home/sources.list"
  say "Reading the package lists of Debian $suite ..."
  quietly "apt-$suite" debian_apt "$suite" update ||
    fail "The package lists of Debian $suite could not be read." "Is the network up? See the lines above."
  touch "$home/ready"
}

# debian_download SUITE PACKAGE FOLDER: the .deb of PACKAGE into FOLDER.
debian_download() {
  debian_suite "$1"
  mkdir -p "$3"
  (cd "$3" && quietly "download-$2" debian_apt "$1" download "$2") ||
    fail "The package $2 of Debian $1 could not be downloaded." "Is the network up? See the lines above."
}

# debian_source SUITES PACKAGE FILE SHA256 FOLDER: FILE of PACKAGE's source, from the first suite that
# has it. Debian's own revisions come and go; the upstream tarball and its sum stay the same. So it alone is
# asked for: a mirror that is being brought up to date names a revision before it has its other files.
debian_source() {
  local suite
  mkdir -p "$5"
  for suite in $1; do
    debian_suite "$suite"
    (cd "$5" && quietly "source-$2" debian_apt "$suite" source --download-only --tar-only --only-source "$2") || true
    if [ -e "$5/$3" ]; then check_sha256 "$5/$3" "$4"; return; fi
  done
  fail "$3 is in none of Debian's suites ($1)." \
    "Give the folder of your own copy to CMake: see cmake/Dependencies.cmake."
}
