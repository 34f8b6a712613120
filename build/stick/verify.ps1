# Checks this folder with the tools of Windows alone. Windows cannot check Ed25519, so the SHA-256 of SHA256SUMS is to be compared with the
# one that the maintainers published; openssl checks the signature where it is installed.
$ErrorActionPreference = 'Stop'
$here = $PSScriptRoot
$wrong = $false

function Bad($text) {
  Write-Host "WRONG  $text"
  $script:wrong = $true
}

$sums = Join-Path $here 'SHA256SUMS'
if (-not (Test-Path -LiteralPath $sums -PathType Leaf)) {
  Write-Host 'WRONG  SHA256SUMS is missing, so nothing can be checked.'
  exit 1
}

$pem = Get-Content -LiteralPath (Join-Path $here 'overlay-desk.pem') | Where-Object { $_ -notmatch '^-' }
$der = [Convert]::FromBase64String(($pem -join ''))
$print = [BitConverter]::ToString([Security.Cryptography.SHA256]::Create().ComputeHash($der)).Replace('-', '').ToLower()
Write-Host "Fingerprint of the key:  $($print -replace '(.{4})', '$1 ')"
Write-Host "SHA-256 of SHA256SUMS:   $((Get-FileHash -LiteralPath $sums -Algorithm SHA256).Hash.ToLower())"
Write-Host 'Compare them with what the maintainers published elsewhere.'

$signature = Join-Path $here 'SHA256SUMS.sig'
if (-not (Test-Path -LiteralPath $signature -PathType Leaf)) {
  Bad 'The release is UNSIGNED: it has no SHA256SUMS.sig.'
} elseif (Get-Command openssl -ErrorAction SilentlyContinue) {
  & openssl pkeyutl -verify -pubin -inkey (Join-Path $here 'overlay-desk.pem') -rawin -in $sums -sigfile $signature | Out-Null
  if ($LASTEXITCODE -ne 0) { Bad 'SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.' }
} else {
  Write-Host 'NOTE   Windows cannot check the signature. The SHA-256 of SHA256SUMS above must be the published one.'
}

$known = @('SHA256SUMS', 'SHA256SUMS.sig')
foreach ($line in Get-Content -LiteralPath $sums) {
  $hash = $line.Substring(0, 64)
  $name = $line.Substring(66)
  $known += $name
  $file = Join-Path $here $name
  if (-not (Test-Path -LiteralPath $file -PathType Leaf) -or ((Get-Item -LiteralPath $file -Force).Attributes -band [IO.FileAttributes]::ReparsePoint)) {
    # A link to another place counts as nothing: that place may change.
    Bad "$name is missing."
  } elseif ((Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash -ne $hash) {
    Bad "$name is not the signed file: it was changed, cut off or replaced."
  }
}

foreach ($entry in Get-ChildItem -LiteralPath $here -Force) {
  if ($known -cnotcontains $entry.Name) { Bad "$($entry.Name) is not part of the release: it is not in SHA256SUMS." }
}

$expires = (Get-Content -LiteralPath (Join-Path $here 'release.json') -Raw | ConvertFrom-Json).expires
if ([DateTime]::UtcNow.ToString('yyyy-MM-dd') -gt $expires) {
  Bad "It has expired: it was to be installed until $expires. Get a newer one."
}

foreach ($installer in Get-ChildItem -LiteralPath $here -Force | Where-Object { $_.Extension -in '.exe', '.msi' }) {
  $state = Get-AuthenticodeSignature -LiteralPath $installer.FullName
  if ($installer.Name -like '*UNSIGNED*') {
    Write-Host "NOTE   $($installer.Name) was signed by nobody."
  } elseif ($state.Status -ne 'Valid') {
    Bad "$($installer.Name): $($state.StatusMessage)"
  } else {
    Write-Host "       $($installer.Name) was signed by $($state.SignerCertificate.Subject)"
  }
}

if ($wrong) { Write-Host 'Do not install from this folder.' } else { Write-Host 'GOOD   Every file is as it was sealed, and none is missing.' }
exit [int]$wrong
