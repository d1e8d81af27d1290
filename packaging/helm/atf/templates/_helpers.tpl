{{/* Variables of a component that depend on auth and tls. Takes root, name. */}}
{{- define "atf.accessVariables" -}}
{{- $auth := .root.Values.auth }}
{{- if eq $auth.mode "NONE" }}
ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED: "true"
{{- else if eq $auth.mode "TOKEN" }}
ATF_SERVER_AUTH_MODE: JWT
ATF_SERVER_AUTH_ISSUER: {{ required "auth.issuer: expected with auth.mode TOKEN" $auth.issuer }}
ATF_SERVER_AUTH_JWKS: {{ required "auth.jwks: expected with auth.mode TOKEN" $auth.jwks }}
ATF_SERVER_AUTH_AUDIENCE: {{ $auth.audience }}
ATF_CREDENTIALS_TOKEN_FILE: /etc/atf/token/token
{{- else if eq $auth.mode "CERTIFICATE" }}
{{- if not .root.Values.tls.enabled }}{{ fail "tls.enabled: false (expected: true with auth.mode CERTIFICATE)" }}{{ end }}
ATF_SERVER_AUTH_MODE: CERTIFICATE
ATF_SERVER_TLS_CLIENT_CA_FILE: /etc/atf/tls/ca.crt
ATF_CREDENTIALS_CERTIFICATE_FILE: /etc/atf/tls/tls.crt
ATF_CREDENTIALS_KEY_FILE: /etc/atf/tls/tls.key
{{- else }}
{{- fail (printf "auth.mode: %s (expected: NONE, TOKEN or CERTIFICATE)" $auth.mode) }}
{{- end }}
{{- if ne $auth.mode "NONE" }}
ATF_SERVER_AUTH_POLICY_FILE: /etc/atf/policy/policy.yaml
{{- end }}
{{- if .root.Values.tls.enabled }}
ATF_SERVER_TLS_CERTIFICATE_FILE: /etc/atf/tls/tls.crt
ATF_SERVER_TLS_KEY_FILE: /etc/atf/tls/tls.key
ATF_CREDENTIALS_CA_FILE: /etc/atf/tls/ca.crt
{{- end }}
{{- end }}

{{/* Principal of a service account. Takes root, name. */}}
{{- define "atf.principal" -}}
{{- if eq .root.Values.auth.mode "TOKEN" -}}
system:serviceaccount:{{ .root.Release.Namespace }}:{{ .name }}
{{- else -}}
spiffe://{{ .root.Values.auth.trustDomain }}/ns/{{ .root.Release.Namespace }}/sa/{{ .name }}
{{- end }}
{{- end }}

{{/* One probe. Takes root and probe. A kubelet has no client certificate, so with mutual TLS it only checks the port. */}}
{{- define "atf.probe" -}}
{{- if eq .root.Values.auth.mode "CERTIFICATE" }}
tcpSocket: {port: http}
{{- else if .root.Values.tls.enabled }}
httpGet: {path: /health, port: http, scheme: HTTPS}
{{- else }}
httpGet: {path: /health, port: http}
{{- end }}
{{ toYaml .probe }}
{{- end }}

{{/*
Service account, Deployment and disruption budget of a component. Takes root, name, component (the
image), port, values, image, maps, variables (env entries as YAML), preStop, replicas (-1: an
autoscaler's).
*/}}
{{- define "atf.workload" -}}
{{- $auth := .root.Values.auth.mode }}
{{- $tls := .root.Values.tls.enabled }}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .name }}
  labels: {app.kubernetes.io/part-of: {{ .root.Release.Name }}}
  {{- with .values.serviceAccountAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels: {app.kubernetes.io/part-of: {{ .root.Release.Name }}}
spec:
  {{- if ge (int .replicas) 0 }}
  replicas: {{ .replicas }}
  {{- end }}
  selector:
    matchLabels: {app.kubernetes.io/name: {{ .name }}}
  strategy:
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
  template:
    metadata:
      labels: {app.kubernetes.io/name: {{ .name }}}
      # New settings restart the pods.
      annotations: {atf.dev/settings: {{ print (toYaml .root.Values.settings) (include "atf.accessVariables" .) | sha256sum }}}
    spec:
      serviceAccountName: {{ .name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      terminationGracePeriodSeconds: {{ add .values.drainSeconds .preStop }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        {{- if $tls }}
        # Group that can read the Secret.
        fsGroup: 10001
        {{- end }}
        seccompProfile: {type: RuntimeDefault}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {app.kubernetes.io/name: {{ .name }}}
      containers:
        - name: {{ .component }}
          image: {{ .image }}
          envFrom:
            {{- range .maps }}
            - configMapRef: {name: {{ $.root.Release.Name }}-{{ . }}}
            {{- end }}
          env:
            - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
            {{- .variables | nindent 12 }}
            {{- range $name, $value := .values.env }}
            - {name: {{ $name }}, value: {{ $value | quote }}}
            {{- end }}
          ports:
            - {name: http, containerPort: {{ .port }}}
          {{- if .preStop }}
          lifecycle:
            preStop:
              sleep: {seconds: {{ .preStop }}}
          {{- end }}
          {{- range $kind, $probe := .values.probes }}
          {{ $kind }}Probe: {{- include "atf.probe" (dict "root" $.root "probe" $probe) | nindent 12 }}
          {{- end }}
          resources: {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          volumeMounts:
            - {name: tmp, mountPath: /tmp}
            {{- if ne $auth "NONE" }}
            - {name: policy, mountPath: /etc/atf/policy, readOnly: true}
            {{- end }}
            {{- if eq $auth "TOKEN" }}
            - {name: token, mountPath: /etc/atf/token, readOnly: true}
            {{- end }}
            {{- if $tls }}
            - {name: tls, mountPath: /etc/atf/tls, readOnly: true}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: {}
        {{- if ne $auth "NONE" }}
        - name: policy
          configMap: {name: {{ .root.Release.Name }}-policy}
        {{- end }}
        {{- if eq $auth "TOKEN" }}
        - name: token
          projected:
            sources:
              - serviceAccountToken:
                  path: token
                  audience: {{ .root.Values.auth.audience }}
                  expirationSeconds: 3600
        {{- end }}
        {{- if $tls }}
        - name: tls
          secret: {secretName: {{ .name }}-tls, defaultMode: 0440}
        {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels: {app.kubernetes.io/part-of: {{ .root.Release.Name }}}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {app.kubernetes.io/name: {{ .name }}}
{{- end }}
