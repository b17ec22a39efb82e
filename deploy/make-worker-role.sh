#!/bin/sh
# PostgreSQL's container runs this once, when it makes its data. The role's rights come from `lemmahead queue grant`.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat "$WORKER_PASSWORD_FILE")" <<'SQL'
CREATE ROLE worker LOGIN PASSWORD :'password';
SQL
